import type { Decision } from '#shared/decision/decision.ts';

/** What a letter does on a card. No letter grants a standing rule: that takes a click. */
export type Deed = 'allow' | 'deny' | 'edit' | 'cancel' | 'again';

const letters: Readonly<Record<Decision['kind'], Readonly<Record<string, Deed>>>> = {
  'tool-call': { a: 'allow', d: 'deny', e: 'edit' },
  'server-trust': { t: 'allow', d: 'deny' },
  tools: { a: 'allow', d: 'deny' },
  'go-on': { c: 'allow', s: 'deny' },
  'sampling-request': { a: 'allow', d: 'deny', e: 'edit' },
  'sampling-answer': { a: 'allow', d: 'deny', e: 'edit' },
  elicitation: { a: 'allow', d: 'deny', c: 'cancel' },
  link: { o: 'allow', d: 'deny', c: 'cancel' },
  'link-waiting': { r: 'allow', o: 'again', c: 'cancel' },
  rule: { s: 'allow', d: 'deny' },
  'sign-in': { o: 'allow', d: 'deny', c: 'cancel' },
  'too-many': { c: 'allow', s: 'deny' },
};

/** The letter shown on a button, in upper case. */
export function letterFor(kind: Decision['kind'], deed: Deed): string | undefined {
  return Object.entries(letters[kind])
    .find(([, d]) => d === deed)?.[0]
    .toUpperCase();
}
