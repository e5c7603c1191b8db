import type { Fetch } from '../net/cappedFetch.ts';
import { reopen, sendBound, type Bound } from './bound.ts';
import { withToken } from './requests.ts';
import type { KeptSignIn } from './tokenStore.ts';

/** Sends requests as the sign-in wants it: with the token alone, or with a proof by the keys that it is bound to, which are opened once. */
export class KeysAtWork {
  #bound: Bound | undefined;
  /** The keys of a sign-in; undefined where it has none. */
  async of({ bound }: KeptSignIn): Promise<Bound | undefined> {
    if (bound && this.#bound?.key.thumbprint !== bound.thumbprint) this.#bound = await reopen(bound);
    return bound && this.#bound;
  }
  async send(kept: KeptSignIn | undefined, inner: Fetch, to: URL, init: RequestInit): Promise<Response> {
    const token = kept?.tokens.access_token;
    const bound = kept && (await this.of(kept));
    if (!bound || token === undefined) return inner(to, withToken(init, token));
    return sendBound({ session: bound.session, token, send: inner }, to, init);
  }
}
