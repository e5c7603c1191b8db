import { presetOf, type ProviderConfig } from '#shared/models/providers.ts';

/** What an endpoint wants otherwise than its neighbours: data, so that a new endpoint is a new row. */
export interface Quirks {
  /** Sends thinking back: never, or for the rounds since the last question (some refuse it, some refuse to go on without it). */
  readonly returnReasoning: 'no' | 'this-turn';
  /** The longest tool name, and the most tools in one request, that the endpoint takes. */
  readonly maxToolNameLength: number;
  readonly maxTools: number;
  /** Asks for the count of tokens. Turned off for an endpoint that refused to be asked. */
  readonly streamUsage: boolean;
  /** The member that limits the length of an answer. */
  readonly lengthMember: 'max_tokens' | 'max_completion_tokens';
  /** `merge` for an endpoint that refuses anyOf, oneOf and allOf at the root of a tool's schema. */
  readonly rootCombinators: 'keep' | 'merge';
  /** `plain` for an endpoint that knows only the core of JSON Schema: no references, no null types, no constants. */
  readonly schemaLevel: 'full' | 'plain';
  /** How a parameter may be named; others are told in words and left out of the schema. */
  readonly parameterName: RegExp | undefined;
  /** The header that carries the key. */
  readonly keyHeader: 'authorization' | 'x-api-key' | 'api-key';
  /** The bound on an answer where the API wants one named; lowered for an endpoint that says what it takes. */
  readonly maxOutputTokens: number;
  /** Asks the endpoint to keep what begins alike from request to request, where that has to be asked for. */
  readonly promptCache: boolean;
  /** Its models can be shown pictures. Turned off for an endpoint that refused one. */
  readonly images: boolean;
  /** Models that can be shown pictures whatever their endpoint, by their names. */
  readonly imageModels: RegExp | undefined;
  /** Whether a call can be demanded or forbidden; `auto` for an endpoint that leaves it to the model, whatever is asked. */
  readonly toolChoice: 'all' | 'auto';
  /** Takes a temperature. Turned off for an endpoint that refused one. */
  readonly temperature: boolean;
}
export const defaultQuirks: Quirks = {
  returnReasoning: 'no',
  maxToolNameLength: 64,
  maxTools: Number.POSITIVE_INFINITY,
  streamUsage: true,
  lengthMember: 'max_tokens',
  rootCombinators: 'keep',
  schemaLevel: 'full',
  parameterName: undefined,
  keyHeader: 'authorization',
  maxOutputTokens: 32_000,
  promptCache: false,
  images: false,
  imageModels: /(?:^|[-_/:.\d])(?:vl|vision|llava|pixtral|moondream|minicpm-v|gemma-?3|glm-4(?:\.\d)?v)(?![a-z])/i,
  toolChoice: 'all',
  temperature: true,
};
/** Whether a model can be shown pictures, as far as that is known. */
export const seesPictures = ({ images, imageModels }: Quirks, model: string): boolean => images || imageModels?.test(model) === true;
/** The same without pictures. */
export const withoutPictures = (quirks: Quirks): Quirks => ({ ...quirks, images: false, imageModels: undefined });

/** The quirks of one kind of endpoint. */
export interface Profile {
  readonly id: string;
  /** The host, or the end of it. */
  readonly host: RegExp;
  readonly quirks: Partial<Quirks>;
}
const openai: Partial<Quirks> = { maxTools: 128, rootCombinators: 'merge', lengthMember: 'max_completion_tokens', images: true };

/** Every profile that is known; the first whose host fits is taken where none is named. */
export const profiles: readonly Profile[] = [
  { id: 'openai', host: /(^|\.)openai\.com$/, quirks: openai },
  {
    id: 'azure',
    host: /\.(openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com)$/,
    quirks: { ...openai, keyHeader: 'api-key' },
  },
  {
    id: 'anthropic',
    host: /(^|\.)anthropic\.com$/,
    quirks: {
      returnReasoning: 'this-turn',
      rootCombinators: 'merge',
      parameterName: /^[a-zA-Z0-9_.-]{1,64}$/,
      keyHeader: 'x-api-key',
      promptCache: true,
      images: true,
    },
  },
  // An endpoint of somebody else's that speaks the messages API.
  { id: 'messages', host: /^(?!)/, quirks: { returnReasoning: 'this-turn', rootCombinators: 'merge', keyHeader: 'x-api-key' } },
  { id: 'openrouter', host: /(^|\.)openrouter\.ai$/, quirks: { rootCombinators: 'merge', images: true } },
  // Models that think by default refuse a demanded call, and so do these endpoints.
  { id: 'deepseek', host: /(^|\.)deepseek\.com$/, quirks: { returnReasoning: 'this-turn', maxTools: 128, toolChoice: 'auto' } },
  { id: 'qwen', host: /(^|\.)aliyuncs\.com$/, quirks: { maxTools: 128 } },
  { id: 'moonshot', host: /(^|\.)moonshot\.(cn|ai)$/, quirks: { returnReasoning: 'this-turn', maxTools: 128, toolChoice: 'auto' } },
  { id: 'zhipu', host: /(^|\.)(bigmodel\.cn|z\.ai)$/, quirks: { maxTools: 128, toolChoice: 'auto' } },
  {
    id: 'gemini',
    host: /(^|\.)generativelanguage\.googleapis\.com$/,
    quirks: { maxTools: 128, rootCombinators: 'merge', schemaLevel: 'plain', images: true },
  },
];

/** The quirks of the named profile, or of the endpoint at an address; the default for one that is not known. */
export function quirksFor(baseUrl: string, profileId = ''): Quirks {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  const profile = profiles.find(({ id }) => id === profileId) ?? profiles.find((known) => known.host.test(host));
  return { ...defaultQuirks, ...profile?.quirks };
}

/** The quirks of a provider that was set up: its preset's, else those known for its address, else those of its API. */
export function quirksOf({ preset, baseUrl, api }: Pick<ProviderConfig, 'preset' | 'baseUrl' | 'api'>): Quirks {
  const named = presetOf(preset).quirks;
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  const isKnown = profiles.some((profile) => profile.host.test(host));
  return quirksFor(baseUrl, named === '' && api === 'anthropic' && !isKnown ? 'messages' : named);
}

/** The quirks without the wish that an endpoint's refusal speaks of: a choice of tools, or a temperature; undefined when it speaks of neither. */
export function withoutWish(quirks: Quirks, said: string): Quirks | undefined {
  if (quirks.toolChoice === 'all' && /tool[_ ]?choice/i.test(said)) return { ...quirks, toolChoice: 'auto' };
  return quirks.temperature && /temperature/i.test(said) ? { ...quirks, temperature: false } : undefined;
}
