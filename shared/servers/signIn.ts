import * as z from 'zod';
import { SignInChoice, signInSecretNames } from './signInChoice.ts';

/** Why a sign-in came to nothing; each selects words. */
export const signInProblemCodes = [
  'bad-address',
  'private-address',
  'redirect',
  'network',
  'metadata',
  'issuer-mismatch',
  'resource-mismatch',
  'no-pkce',
  'no-client-id',
  'registration-refused',
  'listener',
  'browser',
  'timeout',
  'state-mismatch',
  'response-mismatch',
  'refused',
  'token-refused',
  'refresh-refused',
  'still-refused',
  'no-secret',
  'bad-key',
  'assertion-expired',
  'company-refused',
  'not-bound',
] as const;
export type SignInProblemCode = (typeof signInProblemCodes)[number];
/** `detail` is technical: a step, the name of a field, a status; never a text that came from elsewhere. */
export const SignInProblem = z.object({ code: z.enum(signInProblemCodes), detail: z.string() });
export type SignInProblem = z.infer<typeof SignInProblem>;

/** How it stands with the sign-in to one server; free of every secret. */
export const SignInView = z.object({
  /** `asked`: a decision waits or is being prepared; `waiting`: the browser is open. */
  state: z.enum(['none', 'needed', 'asked', 'waiting', 'signed-in']),
  /** The authorization server, by its host. */
  issuer: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  problem: SignInProblem.optional(),
  /** The tokens are bound to a key of this computer. */
  isBound: z.boolean().optional(),
  choice: SignInChoice,
  hasClientSecret: z.boolean(),
  /** The secrets that are kept, by their names. */
  secrets: z.array(z.enum(signInSecretNames)),
});
export type SignInView = z.infer<typeof SignInView>;

/** An https address with a path, as a client that is known by a document must have (SEP-991), or nothing. */
export const isClientMetadataUrl = (text: string): boolean => {
  if (text === '') return true;
  if (!/^https:\/\/[^\s/?#@\\]+\/./i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === 'https:' && url.pathname !== '/' && url.username === '' && url.hash === '';
};
