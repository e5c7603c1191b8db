import type { Place as ServerPlace } from '#shared/decision/decision.ts';
import { flowPartsOf, toKept, type AccessParts } from './accessParts.ts';
import { askSignIn } from './askSignIn.ts';
import { completeSignIn, prepareSignIn, type FlowParts, type Prepared, type Wanted } from './codeFlow.ts';
import { completeCompany, findCompany, knownWord, leaveFrom, prepareCompany, type Company } from './company.ts';
import { grantTokens, type Place } from './grants.ts';
import { renew, type Renewal, type Renewing } from './renew.ts';
import { problemOf, SignInError } from './signInError.ts';
import type { CompanyWord, KeptSignIn } from './tokenStore.ts';

/** What it takes to get in to one server, whichever way the person has chosen. */
export interface Obtaining {
  readonly parts: AccessParts;
  readonly wanted: Wanted;
  /** Where the server is, in Steward's own words. */
  readonly place: () => ServerPlace;
  /** The browser is about to be opened. */
  readonly waits: () => void;
  /** The sign-in so far. */
  readonly kept: KeptSignIn | undefined;
}
type Unasked = 'denied' | 'cancelled';

/** Signs in to a server. Throws `SignInError`; nothing is kept before the caller keeps it. */
export async function obtain(obtaining: Obtaining, signal: AbortSignal): Promise<KeptSignIn | Unasked> {
  const flow = await flowPartsOf(obtaining.parts, obtaining.wanted.server);
  if (flow.choice.grant.kind !== 'browser') return byGrant(obtaining, flow, signal);
  const { parts, wanted } = obtaining;
  const prepare = (issuer?: string): Promise<Prepared> => prepareSignIn(flow, { ...wanted, ...(issuer === undefined ? {} : { issuer }) });
  const asked = await ask(obtaining, prepare, signal);
  if (typeof asked === 'string') return asked;
  const tokens = await completeSignIn(flow, asked, signal);
  return toKept(asked, { serverKey: parts.serverKey, url: wanted.server.href, tokens, now: parts.now() });
}

async function ask({ parts, wanted, place, waits }: Obtaining, prepare: (issuer?: string) => Promise<Prepared>, signal: AbortSignal) {
  const { held } = wanted;
  const reason = held === undefined ? 'sign-in' : 'more-rights';
  const asked = await askSignIn({ ask: parts.ask, serverKey: parts.serverKey, place: place(), reason, held, prepare }, signal);
  if (typeof asked === 'string') return asked;
  waits();
  for (const secret of [asked.state, asked.verifier]) parts.seen(secret);
  return asked;
}

/** The person's no on the way of a grant. */
class UnaskedError extends Error {
  readonly answer: Unasked;
  constructor(answer: Unasked) {
    super(answer);
    this.name = 'UnaskedError';
    this.answer = answer;
  }
}

/** By a grant: with no signal the person is not asked for anything, and `cancelled` says that they would have to be. */
async function byGrant(obtaining: Obtaining, flow: FlowParts, signal: AbortSignal | undefined): Promise<KeptSignIn | Unasked> {
  const { parts, wanted, kept } = obtaining;
  const { serverKey, store, now } = parts;
  const secret = (name: Parameters<typeof store.secret>[1]): Promise<string | undefined> => store.secret(serverKey, name);
  let word: CompanyWord | undefined;
  const leave = async (place: Place): Promise<string> => {
    const { grant } = flow.choice;
    if (grant.kind !== 'company') throw new SignInError('metadata', 'unexpected');
    const company = await findCompany(parts.network, { ...flow, clientSecret: await secret('companySecret') }, grant);
    const idToken = await secret('assertion');
    const known = kept?.company ?? (idToken === undefined ? undefined : { idToken });
    const got = await leaveOf(company, place, { known, now: now(), person: signal && (() => askCompany(obtaining, company, signal)) });
    ({ word } = got);
    for (const one of [got.leave, word.idToken, word.refreshToken]) if (one !== undefined) parts.seen(one);
    return got.leave;
  };
  try {
    const { resource, metadata, client, bound, scope, tokens } = await grantTokens({ ...flow, secret, now, leave }, wanted);
    const at = { resource, metadata, client, bound, scope, issuer: metadata.issuer };
    const made = toKept(at, { serverKey, url: wanted.server.href, tokens, now: now() });
    return { ...made, ...(word ? { company: word } : {}) };
  } catch (error) {
    if (error instanceof UnaskedError) return error.answer;
    throw error;
  }
}

interface Asking {
  readonly known: CompanyWord | undefined;
  readonly now: number;
  /** Asks the person to sign in at the company; undefined where nobody may be asked. */
  readonly person: (() => Promise<CompanyWord>) | undefined;
}
/** The company's leave, for the word that is known as long as the company takes it, else for one that the person fetches. */
async function leaveOf(company: Company, { resource, metadata, scope }: Place, { known, now, person }: Asking) {
  const vouch = (idToken: string): Promise<string> =>
    leaveFrom(company, { idToken, audience: metadata.issuer, resource: resource.uri, scope });
  const first = await knownWord(company, known, now);
  if (first) {
    try {
      return { word: first, leave: await vouch(first.idToken) };
    } catch (error) {
      const isOld = error instanceof SignInError && error.code === 'company-refused' && error.detail === 'invalid_grant';
      if (!isOld || !person) throw error;
    }
  }
  if (!person) throw new UnaskedError('cancelled');
  const word = await person();
  return { word, leave: await vouch(word.idToken) };
}

async function askCompany(obtaining: Obtaining, company: Company, signal: AbortSignal): Promise<CompanyWord> {
  const asked = await ask({ ...obtaining, wanted: { ...obtaining.wanted, held: undefined } }, () => prepareCompany(company), signal);
  if (typeof asked === 'string') throw new UnaskedError(asked);
  return completeCompany(company, asked, signal);
}

/** Newer tokens without a person: by the token for that, or once more by the same grant. Never throws. */
export async function renewAnyhow(
  obtaining: Obtaining,
  { kept, challenge, bound }: Omit<Renewing, 'now'> & { readonly kept: KeptSignIn },
): Promise<Renewal> {
  const { parts, wanted } = obtaining;
  const flow = await flowPartsOf(parts, wanted.server);
  if (flow.choice.grant.kind === 'browser') return renew(flow, kept, { challenge, bound, now: parts.now() });
  try {
    const got = await byGrant(obtaining, flow, undefined);
    return typeof got === 'string' ? { kind: 'none' } : { kind: 'renewed', kept: got };
  } catch (error) {
    const problem = problemOf(error);
    return { kind: problem.code === 'network' || problem.code === 'metadata' ? 'unreachable' : 'refused', problem };
  }
}
