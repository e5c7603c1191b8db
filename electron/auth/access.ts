import type { Place } from '#shared/decision/decision.ts';
import type { SignInProblem, SignInView } from '#shared/servers/signIn.ts';
import { extensionOf } from '#shared/servers/signInChoice.ts';
import type { Fetch } from '../net/cappedFetch.ts';
import type { AccessParts } from './accessParts.ts';
import { viewOf } from './accessView.ts';
import { wantsNonce } from './bound.ts';
import { joinScopes, nothingSaid, readChallenge, type Challenge } from './challenge.ts';
import type { Wanted } from './codeFlow.ts';
import { KeysAtWork } from './keysAtWork.ts';
import { obtain, renewAnyhow, type Obtaining } from './obtain.ts';
import type { Renewal } from './renew.ts';
import { callIn, until } from './requests.ts';
import { revoke } from './signOut.ts';
import { problemOf } from './signInError.ts';
import type { KeptSignIn } from './tokenStore.ts';

/** A token is renewed when less than this is left of it, in ms. */
const earlyMs = 60_000;

/** A request that was not let in. */
interface Met {
  readonly challenge: Challenge;
  readonly token: string | undefined;
  /** Only the proof lacked a number, which is known by now. */
  readonly wantsNonce?: boolean;
}
type Mood = 'willing' | 'declined' | 'stuck';

/**
 * Who this host is to one server elsewhere: its tokens, how they are renewed, and the one sign-in at a time that a person is asked for.
 * Bound to one address; at another one it begins with nothing.
 */
export class Access {
  readonly #parts: AccessParts;
  #onChange: () => void = () => undefined;
  #place: () => Place = () => ({ kind: 'remote', host: '' });
  #url: URL | undefined;
  #isOwn = false;
  #kept: KeptSignIn | undefined;
  readonly #keys = new KeysAtWork();
  #loading: Promise<void> = Promise.resolve();
  #met: Met | undefined;
  #renewing: Promise<Renewal> | undefined;
  #flow: Promise<boolean> | undefined;
  #gone = new AbortController();
  #stage: 'asked' | 'waiting' | undefined;
  #problem: SignInProblem | undefined;
  /** After a no of the person, or a token that was refused at once, nobody is asked again before the person wants it. */
  #mood: Mood = 'willing';
  /** Tokens that have opened no door yet: signed in for, or renewed. */
  #fresh: 'signed-in' | 'renewed' | undefined;
  /** The latest request was not let in. */
  #isLocked = false;
  #isRefreshRefused = false;
  /** More rights that were asked for once, granted or not: never asked for again by itself (AUT-13). */
  readonly #widened = new Set<string>();
  constructor(parts: AccessParts) {
    this.#parts = parts;
  }

  /** Who wants to know of changes, and where the server is in Steward's own words. */
  follow(place: () => Place, onChange: () => void): void {
    this.#place = place;
    this.#onChange = onChange;
  }
  /** The address that the connection goes to from now on. `isOwn`: the person has set a header for it, and no other way is tried (UC7). */
  bind(url: URL, isOwn: boolean): void {
    const isSame = this.#url?.href === url.href;
    this.#isOwn = isOwn;
    this.#url = url;
    if (isSame) return;
    this.#reset();
    this.#met = undefined;
    this.#isLocked = false;
    const { store, serverKey } = this.#parts;
    const loaded = (kept: KeptSignIn | undefined): void => {
      if (this.#url?.href !== url.href) return;
      this.#kept ??= kept;
      this.#onChange();
    };
    // A key store that does not open holds nothing for now: the person is asked to sign in.
    this.#loading = store.load(serverKey, url.href).then(loaded, () => loaded(undefined));
  }
  /** The extension of the protocol that the chosen way to sign in belongs to. */
  get extension(): string | undefined {
    return this.#url && !this.#isOwn ? extensionOf[this.#parts.choice().grant.kind] : undefined;
  }
  /** Whether a refused request may be sent again once somebody has signed in. */
  get isOffered(): boolean {
    return !this.#isOwn && this.#url !== undefined;
  }

  /**
   * The same fetch with the token for this server, and for no other address (AUT-11). A refused request that has no effect is sent once more
   * when newer tokens can be had; a stream that the server speaks on by itself waits for the person too, with `waits`.
   */
  fetch(inner: Fetch, waits: boolean): Fetch {
    return async (to, init = {}) => {
      const url = new URL(to);
      if (this.#isOwn || url.origin !== this.#url?.origin) return inner(to, init);
      const token = await this.#token();
      const response = await this.#keys.send(this.#kept, inner, url, init);
      const challenge = readChallenge(response);
      if (!challenge) {
        if (token !== undefined && response.ok) this.#opened();
        return response;
      }
      this.#met = { challenge, token, wantsNonce: wantsNonce(response) };
      if (this.#met.wantsNonce && callIn(init.body)) return response;
      this.#isLocked = true;
      if (challenge.kind !== 'token' || callIn(init.body)) return response;
      const isStream = waits && init.method === 'GET';
      const signal = init.signal ?? this.#gone.signal;
      if (!(await (isStream ? this.regain(signal) : this.#again({ challenge, token })))) return response;
      await response.body?.cancel();
      return this.#keys.send(this.#kept, inner, url, init);
    };
  }

  /**
   * After a request was not let in: true when the same may be sent again, with other tokens. Renews, or asks the person, once for all who wait.
   * False means that a sign-in is needed which will not come now.
   */
  async regain(signal: AbortSignal): Promise<boolean> {
    const met = this.#met;
    if (!met || this.#isOwn) return false;
    if (met.challenge.kind === 'scope') return this.#widen(met, signal);
    if (met.wantsNonce) {
      this.#met = { ...met, wantsNonce: false };
      return true;
    }
    if (this.#kept && this.#kept.tokens.access_token !== met.token) return true;
    if (this.#flow && !this.#isRefreshRefused) return until(this.#flow, signal);
    if (await this.#again(met)) return true;
    if (this.#mood !== 'willing') return false;
    const flow = this.#begin({ challenge: met.challenge });
    return this.#isRefreshRefused ? false : until(flow, signal); // F25: they end, and the person is asked once
  }
  /** The person wants to sign in now. False when it came to nothing. */
  async signIn(): Promise<boolean> {
    this.#mood = 'willing';
    this.#widened.clear();
    return this.#begin({ challenge: this.#met?.challenge ?? nothingSaid });
  }
  /** Drops the tokens, and tells the authorization server so. Nobody is asked to sign in again before the person wants it. */
  async signOut(): Promise<void> {
    const { store, serverKey, network } = this.#parts;
    const kept = this.#kept;
    this.#reset();
    this.#mood = 'declined';
    store.forget(serverKey);
    this.#onChange();
    if (kept && this.#url) await revoke(network, this.#url, kept);
  }
  /** The person has put in how to sign in. With another way than before, what was had by the old one is dropped, and asked for no more. */
  rechosen(isOther: boolean): void {
    this.#mood = 'willing';
    if (!isOther) return;
    this.#gone.abort();
    this.#gone = new AbortController();
    this.#reset();
    this.#parts.store.forget(this.#parts.serverKey);
    this.#onChange();
  }
  /** The server leaves, or its entry has changed: whatever was asked is withdrawn. */
  leave(): void {
    this.#gone.abort();
    this.#gone = new AbortController();
    this.#onChange = () => undefined;
  }

  view(): SignInView | undefined {
    if (this.#isOwn || !this.#url) return undefined;
    const state = this.#stage ?? (this.#isLocked ? 'needed' : this.#kept ? 'signed-in' : 'none');
    return viewOf(this.#parts, { state, kept: this.#kept, problem: this.#problem });
  }

  #opened(): void {
    const isNews = this.#fresh !== undefined || this.#isLocked;
    this.#fresh = undefined;
    this.#isLocked = false;
    this.#problem = undefined;
    if (isNews) this.#onChange();
  }
  #reset(): void {
    this.#kept = undefined;
    this.#fresh = undefined;
    this.#isRefreshRefused = false;
    this.#problem = undefined;
  }
  /** The token for the next request, renewed early where it can be. */
  async #token(): Promise<string | undefined> {
    await this.#loading;
    const kept = this.#kept;
    if (kept?.expiresAt !== undefined && kept.expiresAt - this.#parts.now() < earlyMs && !this.#isRefreshRefused)
      await this.#renew(undefined);
    return this.#kept?.tokens.access_token;
  }
  /** Whether other tokens are there without a person: somebody else has them by now, or they can be renewed. */
  async #again({ challenge, token }: Met): Promise<boolean> {
    if (token === undefined) return false;
    if (this.#kept && this.#kept.tokens.access_token !== token) return true;
    if (!this.#kept || this.#isRefreshRefused) return false;
    if (this.#fresh === 'signed-in') this.#stuck();
    return this.#fresh === undefined && (await this.#renew(challenge)).kind === 'renewed';
  }
  /** One for all who wait (F25). */
  #renew(challenge: Challenge | undefined): Promise<Renewal> {
    this.#renewing ??= this.#renewOnce(challenge).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }
  async #renewOnce(challenge: Challenge | undefined): Promise<Renewal> {
    const { store } = this.#parts;
    const [kept, url] = [this.#kept, this.#url];
    if (!kept || !url) return { kind: 'none' };
    const renewal = await renewAnyhow(this.#obtaining({ server: url, challenge: challenge ?? nothingSaid, held: kept.scope }), {
      kept,
      challenge,
      bound: await this.#keys.of(kept),
    });
    if (this.#kept !== kept) return { kind: 'none' }; // signed out, or in, meanwhile
    if (renewal.kind === 'renewed') {
      await store.save(renewal.kept);
      this.#kept = renewal.kept;
      if (this.#isByGrant) this.#parts.fetched(renewal.kept);
      this.#fresh = 'renewed';
      this.#problem = undefined;
    } else if (renewal.kind !== 'none') this.#problem = renewal.problem;
    this.#isRefreshRefused = renewal.kind === 'refused';
    if (renewal.kind !== 'renewed') this.#onChange();
    return renewal;
  }
  /** Tokens just signed in for are not taken: to ask for others at once would never end. */
  #stuck(): void {
    this.#mood = 'stuck';
    this.#problem = { code: 'still-refused', detail: 'HTTP 401' };
    this.#onChange();
  }
  /** A token that allows too little: more rights are asked for once, together with those it has. */
  async #widen({ challenge, token }: Met, signal: AbortSignal): Promise<boolean> {
    if (this.#flow) return until(this.#flow, signal);
    if (this.#kept && this.#kept.tokens.access_token !== token) return true;
    const held = this.#kept?.tokens.scope ?? this.#kept?.scope;
    const wished = joinScopes(held, challenge.scope) ?? '';
    const key = wished.split(' ').sort().join(' ');
    if (this.#widened.has(key)) return false;
    this.#widened.add(key);
    return until(this.#begin({ challenge, held }), signal);
  }
  #begin(wanted: Pick<Wanted, 'challenge' | 'held'>): Promise<boolean> {
    this.#flow ??= this.#signIn(wanted).finally(() => {
      this.#flow = undefined;
      this.#stage = undefined;
      this.#onChange();
    });
    return this.#flow;
  }
  async #signIn(wanted: Pick<Wanted, 'challenge' | 'held'>): Promise<boolean> {
    const { store, fetched } = this.#parts;
    const [server, { signal }] = [this.#url, this.#gone];
    if (!server) return false;
    const isByGrant = this.#isByGrant;
    try {
      this.#show('asked');
      const got = await obtain(this.#obtaining({ ...wanted, server }), signal);
      if (signal.aborted || this.#url?.href !== server.href) return false;
      if (got === 'denied') this.#mood = 'declined';
      if (typeof got === 'string') return false;
      await store.save(got);
      if (isByGrant) fetched(got);
      this.#reset();
      this.#kept = got;
      this.#fresh = 'signed-in';
      this.#isLocked = false;
      this.#mood = 'willing';
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      this.#problem = problemOf(error);
      // A no to this host's own credentials stays a no until the person changes something.
      if (isByGrant && this.#problem.code !== 'network') this.#mood = 'stuck';
      return false;
    }
  }
  get #isByGrant(): boolean {
    return this.#parts.choice().grant.kind !== 'browser';
  }
  #obtaining(wanted: Wanted): Obtaining {
    return { parts: this.#parts, wanted, place: this.#place, waits: () => this.#show('waiting'), kept: this.#kept };
  }
  #show(stage: 'asked' | 'waiting'): void {
    this.#stage = stage;
    this.#problem = undefined;
    this.#onChange();
  }
}
