/** What an endpoint wants otherwise than its neighbours: data, so that a new endpoint is a new row. */
export interface Quirks {
  /** Sends thinking back: never, or for the rounds since the last question (some refuse it, some refuse to go on without it). */
  readonly returnReasoning: 'no' | 'this-turn';
  /** The longest tool name, and the most tools in one request, that the endpoint takes. */
  readonly maxToolNameLength: number;
  readonly maxTools: number;
  /** Asks for the count of tokens. Turned off for an endpoint that refused to be asked. */
  readonly streamUsage: boolean;
  /** `merge` for an endpoint that refuses anyOf, oneOf and allOf at the root of a tool's schema. */
  readonly rootCombinators: 'keep' | 'merge';
}
export const defaultQuirks: Quirks = {
  returnReasoning: 'no',
  maxToolNameLength: 64,
  maxTools: Number.POSITIVE_INFINITY,
  streamUsage: true,
  rootCombinators: 'keep',
};

interface Profile {
  /** The host, or the end of it. */
  readonly host: RegExp;
  readonly quirks: Partial<Quirks>;
}
const profiles: readonly Profile[] = [
  { host: /(^|\.)openai\.com$/, quirks: { maxTools: 128, rootCombinators: 'merge' } },
  { host: /(^|\.)deepseek\.com$/, quirks: { returnReasoning: 'this-turn', maxTools: 128 } },
  { host: /(^|\.)moonshot\.(cn|ai)$/, quirks: { returnReasoning: 'this-turn', maxTools: 128 } },
];

/** The quirks of the endpoint at an address; the default for one that is not known. */
export function quirksFor(baseUrl: string): Quirks {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  return { ...defaultQuirks, ...profiles.find((profile) => profile.host.test(host))?.quirks };
}
