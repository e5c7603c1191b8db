import type { ModelView } from '#shared/models/models.ts';
import { createDemoProvider, type DemoOptions } from './demo.ts';
import { createOpenAiProvider, type OpenAiOptions } from './openai.ts';
import type { ModelProvider } from './provider.ts';

/** The models a person can choose. */
export interface Models {
  /** The environment's first, the demo model last. Never holds a key. */
  views(): readonly ModelView[];
  /** The chosen one while it is there, otherwise the first. */
  selectedId(chosen: string | null): string;
  provider(id: string): ModelProvider | undefined;
}
export interface ModelsOptions extends Pick<OpenAiOptions, 'fetch' | 'now' | 'sleep'> {
  /** Read once: OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL. The key is bound to the address beside it and is never written anywhere. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly demo?: DemoOptions;
}
/** What is used when only a key is set. */
const DEFAULT_URL = 'https://api.openai.com/v1';
const DEFAULT_MODEL = 'gpt-4o-mini';

interface Entry {
  readonly view: ModelView;
  readonly provider: ModelProvider;
}

/** The model of the environment, when it names a key or an address, and the demo model, always. */
export function createModels({ environment, demo, ...ports }: ModelsOptions): Models {
  const entries: readonly Entry[] = [...environmentEntry(environment, ports), demoEntry(demo)];
  return {
    views: () => entries.map((entry) => entry.view),
    selectedId: (chosen) => (entries.find((entry) => entry.view.id === chosen) ?? entries[0])?.view.id ?? '',
    provider: (id) => entries.find((entry) => entry.view.id === id)?.provider,
  };
}

function environmentEntry(environment: ModelsOptions['environment'], ports: Pick<OpenAiOptions, 'fetch' | 'now' | 'sleep'>): Entry[] {
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
