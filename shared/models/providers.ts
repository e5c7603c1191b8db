import * as z from 'zod';

/** Which API an endpoint speaks: chat completions, or messages. */
export const providerApis = ['openai', 'anthropic'] as const;
export type ProviderApi = (typeof providerApis)[number];

/** A known provider: what a form begins with. `quirks` names a row of `electron/models/quirks.ts`. */
export interface ProviderPreset {
  readonly id: string;
  readonly name: string;
  readonly api: ProviderApi;
  /** Up to and including the version for `openai`; the SDK adds it for `anthropic`. Empty where only the person knows it. */
  readonly baseUrl: string;
  /** Where a key is got; empty where none is needed or nobody can say. */
  readonly keysAt: string;
  /** Models to begin with; the list of the endpoint itself is better. */
  readonly models: readonly string[];
  readonly quirks: string;
  /** A path below the base URL that only a good key may read, where the list of models is open to everybody. */
  readonly keyCheck?: string;
}

/** A new provider is a new row. */
export const providerPresets = [
  {
    id: 'openai',
    name: 'OpenAI',
    api: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    keysAt: 'platform.openai.com/api-keys',
    models: ['gpt-5.4-mini', 'gpt-5.5'],
    quirks: 'openai',
  },
  {
    id: 'anthropic',
    name: 'Anthropic',
    api: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    keysAt: 'platform.claude.com/settings/keys',
    models: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5'],
    quirks: 'anthropic',
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    api: 'openai',
    baseUrl: 'https://openrouter.ai/api/v1',
    keysAt: 'openrouter.ai/settings/keys',
    models: ['openrouter/auto'],
    quirks: 'openrouter',
    keyCheck: 'key',
  },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    api: 'openai',
    baseUrl: 'https://api.deepseek.com/v1',
    keysAt: 'platform.deepseek.com/api_keys',
    models: ['deepseek-v4-flash', 'deepseek-v4-pro'],
    quirks: 'deepseek',
  },
  {
    id: 'qwen',
    name: 'Qwen (DashScope)',
    api: 'openai',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    keysAt: 'bailian.console.aliyun.com',
    models: ['qwen-plus', 'qwen-max'],
    quirks: 'qwen',
  },
  {
    id: 'moonshot',
    name: 'Moonshot',
    api: 'openai',
    baseUrl: 'https://api.moonshot.cn/v1',
    keysAt: 'platform.moonshot.cn/console/api-keys',
    models: ['kimi-k2.6'],
    quirks: 'moonshot',
  },
  {
    id: 'zhipu',
    name: 'Zhipu',
    api: 'openai',
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    keysAt: 'open.bigmodel.cn/usercenter/apikeys',
    models: ['glm-5', 'glm-4.7'],
    quirks: 'zhipu',
  },
  {
    id: 'gemini',
    name: 'Gemini',
    api: 'openai',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keysAt: 'aistudio.google.com/apikey',
    models: ['gemini-flash-latest', 'gemini-pro-latest'],
    quirks: 'gemini',
  },
  {
    id: 'azure',
    name: 'Azure OpenAI',
    api: 'openai',
    baseUrl: 'https://RESOURCE.openai.azure.com/openai/v1',
    keysAt: 'portal.azure.com',
    models: [],
    quirks: 'azure',
  },
  { id: 'custom', name: '', api: 'openai', baseUrl: '', keysAt: '', models: [], quirks: '' },
] as const satisfies readonly ProviderPreset[];
export type PresetId = (typeof providerPresets)[number]['id'];
export const presetIds = providerPresets.map((preset) => preset.id) as [PresetId, ...PresetId[]];

/** The preset of that id. */
export function presetOf(id: PresetId): ProviderPreset {
  return providerPresets.find((preset) => preset.id === id) ?? { ...providerPresets[9] };
}

/** Whether text can be the address of a provider: http or https, and nothing secret in it, since addresses are shown and kept in the open. */
export function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return isBare && url.hostname !== '' && (url.protocol === 'https:' || url.protocol === 'http:');
}
/** Whether an address is of this very computer. */
export function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

const modelNamePattern = /^[\p{L}\p{N}][\p{L}\p{N}._:@/+()#=, -]{0,199}$/u;
/** A model's name as its endpoint knows it. What comes from an endpoint must fit too, so that no name holds what the eye does not see. */
export const ModelName = z.string().trim().regex(modelNamePattern);
/** The same without the schema, for a page: the trimmed name, or undefined where it is none. */
export function modelNameOf(text: string): string | undefined {
  const name = text.trim();
  return modelNamePattern.test(name) ? name : undefined;
}
const fields = {
  preset: z.enum(presetIds),
  name: z.string().trim().min(1).max(80),
  baseUrl: z.string().trim().max(2048).refine(isBaseUrl),
  api: z.enum(providerApis),
  models: z.array(ModelName).max(200),
  enabled: z.boolean(),
};
/** A provider the person has set up. Its key is in the vault, never here. */
export const ProviderConfig = z.object({ id: z.string().min(1).max(100), ...fields });
export type ProviderConfig = z.infer<typeof ProviderConfig>;
/** What a form saves: without an id it is a new one. */
export const ProviderDraft = z.strictObject({ id: z.string().min(1).max(100).optional(), ...fields });
export type ProviderDraft = z.infer<typeof ProviderDraft>;

/** A provider as a page sees it. */
export const ProviderView = ProviderConfig.extend({ hasKey: z.boolean() });
export type ProviderView = z.infer<typeof ProviderView>;
/** A program on this computer that offers models. */
export const LocalView = z.object({ id: z.string(), name: z.string(), baseUrl: z.string(), models: z.array(z.string()) });
export type LocalView = z.infer<typeof LocalView>;

export const ProvidersState = z.object({
  providers: z.array(ProviderView),
  local: z.array(LocalView),
  /** Where keys are kept; `unknown` until there was a need to ask. */
  keysIn: z.enum(['unknown', 'keychain', 'memory']),
});
export type ProvidersState = z.infer<typeof ProvidersState>;
export const ProvidersEvent = z.object({ type: z.literal('providers.changed'), ...ProvidersState.shape });
export type ProvidersEvent = z.infer<typeof ProvidersEvent>;
export const noProviders: ProvidersState = { providers: [], local: [], keysIn: 'unknown' };
export const reduceProviders = (_state: ProvidersState, { providers, local, keysIn }: ProvidersEvent): ProvidersState => ({
  providers,
  local,
  keysIn,
});
