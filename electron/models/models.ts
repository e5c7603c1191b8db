import type { ModelView } from '#shared/models/models.ts';
import type { LocalView, ProviderConfig } from '#shared/models/providers.ts';
import { createAnthropicProvider } from './anthropic.ts';
import { createDemoProvider, type DemoOptions } from './demo.ts';
import { createOpenAiProvider, type OpenAiOptions } from './openai.ts';
import type { ModelProvider } from './provider.ts';
import { quirksOf } from './quirks.ts';

/** The models a person can choose. */
export interface Models {
  /** The environment's first, then those of configured providers, then those on this computer, the demo model last. Never holds a key. */
  views(): readonly ModelView[];
  /**
   * The chosen one while it is there. Without a choice, or when it is gone, the first of the environment or of a configured provider, else the
   * demo model: a program on this computer is never chosen by itself, and one that was chosen and is not running is not replaced.
   */
  selectedId(chosen: string | null): string;
  provider(id: string): ModelProvider | undefined;
}
/** What was set up, and what was found; asked anew each time. */
export interface ConfiguredModels {
  configured(): readonly ProviderConfig[];
  local(): readonly LocalView[];
  /** The key that was given for this provider at this very origin. */
  keyOf(providerId: string, origin: string): Promise<string | undefined>;
}
export interface ModelsOptions extends Pick<OpenAiOptions, 'fetch' | 'now' | 'sleep'> {
  /** Read once: OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL. The key is bound to the address beside it and is never written anywhere. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly demo?: DemoOptions;
  readonly providers?: ConfiguredModels;
}
/** What is used when only a key is set. */
const DEFAULT_URL = 'https://api.openai.com/v1';
const DEFAULT_MODEL = 'gpt-4o-mini';

interface Entry {
  readonly view: ModelView;
  readonly provider: ModelProvider;
}

type Ports = Pick<OpenAiOptions, 'fetch' | 'now' | 'sleep'>;

/** The model of the environment, when it names a key or an address, those of the providers, and the demo model, always. */
export function createModels({ environment, demo, providers, ...ports }: ModelsOptions): Models {
  const first = environmentEntry(environment, ports);
  const last = demoEntry(demo);
  /** An endpoint keeps what it has learnt while its settings stay as they are. */
  const made = new Map<string, Entry>();
  const entryOf = (signature: readonly unknown[], make: () => Entry): Entry => {
    const key = JSON.stringify(signature);
    const entry = made.get(key) ?? make();
    made.set(key, entry);
    return entry;
  };
  const offered = (known: ConfiguredModels): Entry[] => [
    ...known
      .configured()
      .flatMap((one) => one.models.map((model) => entryOf([one, model], () => configuredEntry(one, model, known, ports)))),
    ...known
      .local()
      .flatMap((one) => one.models.map((model) => entryOf([one.id, one.baseUrl, model], () => localEntry(one, model, ports)))),
  ];
  const entries = (): readonly Entry[] => [...first, ...(providers ? offered(providers) : []), last];
  const find = (id: string | null): Entry | undefined => entries().find((entry) => entry.view.id === id);
  return {
    views: () => entries().map((entry) => entry.view),
    selectedId(chosen) {
      if (chosen !== null && (find(chosen) || chosen.startsWith('local.'))) return chosen;
      return (entries().find((entry) => entry.view.provider !== 'local') ?? last).view.id;
    },
    provider: (id) => find(id)?.provider,
  };
}

function configuredEntry(provider: ProviderConfig, model: string, providers: ConfiguredModels, ports: Ports): Entry {
  const { id: providerId, baseUrl, name: group, api } = provider;
  const id = `${providerId}/${model}`;
  const { origin } = new URL(baseUrl);
  const options = { id, baseUrl, model, apiKey: () => providers.keyOf(providerId, origin), quirks: quirksOf(provider), ...ports };
  return {
    view: { id, provider: 'configured', group, name: model, origin, sendsOut: true },
    provider: api === 'anthropic' ? createAnthropicProvider(options) : createOpenAiProvider(options),
  };
}

function localEntry({ id: localId, name: group, baseUrl }: LocalView, model: string, ports: Ports): Entry {
  const id = `${localId}/${model}`;
  return {
    view: { id, provider: 'local', group, name: model, origin: new URL(baseUrl).origin, sendsOut: true },
    provider: createOpenAiProvider({ id, baseUrl, model, ...ports }),
  };
}

function environmentEntry(environment: ModelsOptions['environment'], ports: Ports): Entry[] {
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const apiKey = read('OPENAI_API_KEY');
  const address = read('OPENAI_BASE_URL');
  if (apiKey === undefined && address === undefined) return [];
  const baseUrl = address ?? DEFAULT_URL;
  const model = read('OPENAI_MODEL') ?? DEFAULT_MODEL;
  const id = `environment/${model}`;
  // An address that is none stays choosable: the provider says what is wrong with it when it is asked.
  const origin = URL.canParse(baseUrl) ? { origin: new URL(baseUrl).origin } : {};
  return [
    {
      view: { id, provider: 'environment', name: model, sendsOut: true, ...origin },
      provider: createOpenAiProvider({ id, baseUrl, apiKey, model, ...ports }),
    },
  ];
}

function demoEntry(options: DemoOptions | undefined): Entry {
  const provider = createDemoProvider(options);
  return { view: { id: provider.id, provider: 'demo', name: 'Demo', sendsOut: false }, provider };
}
