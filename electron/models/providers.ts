import { FailureError } from '#shared/ipc/failure.ts';
import { presetOf, type LocalView, type ProviderConfig, type ProviderDraft, type ProvidersState } from '#shared/models/providers.ts';
import type { ModelList, ProviderTest } from '#shared/models/providerTest.ts';
import type { TopicHub } from '../ipc/topicHub.ts';
import type { Vault } from '../secrets/vault.ts';
import type { ProviderTable } from '../storage/providerTable.ts';
import { findLocalModels, type LocalEndpoint } from './localModels.ts';
import type { ModelFetch } from './http.ts';
import { checkKey, listModels, type ListedEndpoint } from './modelList.ts';
import type { ConfiguredModels } from './models.ts';
import { ModelError, type ModelProvider } from './provider.ts';
import { quirksOf } from './quirks.ts';

export interface ProvidersParts {
  readonly table: ProviderTable;
  readonly vault: Vault;
  readonly hub: TopicHub;
  /** Where models on this computer are looked for. */
  readonly localEndpoints: readonly LocalEndpoint[];
  /** As the person has chosen in Settings: proxy and further authority. */
  readonly fetch?: ModelFetch;
  readonly report: (error: unknown) => void;
}
const TEST_MS = 15_000;
const vaultName = (id: string): string => `provider:${id}`;
const originOf = (baseUrl: string): string => new URL(baseUrl).origin;

/** The providers a person has set up, and those found on this computer. Keys are in the vault only, each bound to its provider's origin. */
export class Providers implements ConfiguredModels {
  readonly #parts: ProvidersParts;
  readonly #listeners = new Set<() => void>();
  #all: readonly ProviderConfig[];
  #local: readonly LocalView[] = [];
  #keysIn: ProvidersState['keysIn'] = 'unknown';
  constructor(parts: ProvidersParts) {
    this.#parts = parts;
    this.#all = parts.table.all();
    this.#publish();
  }

  configured(): readonly ProviderConfig[] {
    return this.#all.filter((provider) => provider.enabled);
  }
  local(): readonly LocalView[] {
    return this.#local;
  }
  /** Tells of every change. */
  follow(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** On disk when it returns. A key stays only with the origin that it was given for (S46). */
  save({ id, ...draft }: ProviderDraft): { readonly id: string } {
    const known = id === undefined ? undefined : this.#get(id);
    const provider: ProviderConfig = { ...draft, id: known?.id ?? this.#newId(draft.preset) };
    if (known && originOf(known.baseUrl) !== originOf(provider.baseUrl)) this.#parts.vault.remove(vaultName(known.id));
    this.#parts.table.put(provider);
    this.#changed();
    return { id: provider.id };
  }
  /** The key goes first: what is left after a crash has none. */
  remove(id: string): void {
    this.#get(id);
    this.#parts.vault.remove(vaultName(id));
    this.#parts.table.remove(id);
    this.#changed();
  }
  async setKey(id: string, key: string): Promise<void> {
    const { baseUrl } = this.#get(id);
    const { vault } = this.#parts;
    if (key.trim() === '') vault.remove(vaultName(id));
    else await vault.set(vaultName(id), JSON.stringify({ origin: originOf(baseUrl), key: key.trim() }));
    this.#keysIn = await vault.kind();
    this.#changed();
  }
  async keyOf(id: string, origin: string): Promise<string | undefined> {
    const text = await this.#parts.vault.get(vaultName(id));
    if (text === undefined) return undefined;
    const bound = JSON.parse(text) as { origin?: unknown; key?: unknown };
    return typeof bound.key === 'string' && bound.origin === origin ? bound.key : undefined;
  }

  async models(id: string): Promise<ModelList> {
    try {
      return { ok: true, models: await listModels(await this.#listed(id)) };
    } catch (error) {
      return failed(error);
    }
  }
  /** Asks for the list of models; an endpoint without one is asked for a word by its first model, which `find` gives. */
  async test(id: string, find: (modelId: string) => ModelProvider | undefined): Promise<ProviderTest> {
    const provider = this.#get(id);
    try {
      const endpoint = await this.#listed(id);
      const { keyCheck } = presetOf(provider.preset);
      if (keyCheck !== undefined) await checkKey(endpoint, keyCheck);
      return { ok: true, models: (await listModels(endpoint)).length };
    } catch (error) {
      const problem = failed(error);
      const model = problem.code === 'model-missing' ? find(`${id}/${provider.models[0] ?? ''}`) : undefined;
      return model ? askForWord(model) : problem;
    }
  }

  /** Looks around on this computer, and asks where keys are kept; what is found is published. */
  async discover(): Promise<void> {
    const { vault, report } = this.#parts;
    // A locked keyring may take its time; nobody waits for it.
    vault.kind().then((kind) => {
      this.#keysIn = kind;
      this.#publish();
    }, report);
    await this.findLocal();
  }
  /** Looks around on this computer only. */
  async findLocal(): Promise<void> {
    // Past every proxy: it is this computer, and no settings are needed to ask it.
    this.#local = await findLocalModels(this.#parts.localEndpoints);
    this.#tell();
  }

  async #listed(id: string): Promise<ListedEndpoint> {
    const provider = this.#get(id);
    const { api, baseUrl } = provider;
    const apiKey = await this.keyOf(id, originOf(baseUrl));
    return { api, baseUrl, apiKey, quirks: quirksOf(provider), fetch: this.#parts.fetch ?? globalThis.fetch, timeoutMs: TEST_MS };
  }
  #get(id: string): ProviderConfig {
    const provider = this.#all.find((one) => one.id === id);
    if (!provider) throw new FailureError('not-found', id);
    return provider;
  }
  /** The preset's name while it is free: ids are read by people, in `provider/model`. */
  #newId(preset: string): string {
    const taken = new Set(this.#all.map((provider) => provider.id));
    for (let count = 1; ; count++) {
      const id = count === 1 ? preset : `${preset}-${count}`;
      if (!taken.has(id)) return id;
    }
  }
  #changed(): void {
    this.#all = this.#parts.table.all();
    this.#tell();
  }
  #tell(): void {
    this.#publish();
    for (const listener of this.#listeners) listener();
  }
  #publish(): void {
    const names = new Set(this.#parts.vault.names());
    const providers = this.#all.map((provider) => ({ ...provider, hasKey: names.has(vaultName(provider.id)) }));
    this.#parts.hub.publish('providers', {}, { type: 'providers.changed', providers, local: [...this.#local], keysIn: this.#keysIn });
  }
}

/** The first sign of an answer is enough. */
async function askForWord(model: ModelProvider): Promise<ProviderTest> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TEST_MS);
  try {
    for await (const chunk of model.stream({ system: '', messages: [{ role: 'user', text: 'Hi' }], tools: [] }, abort.signal)) {
      if (chunk.kind === 'retrying') return { ok: false, code: chunk.code, detail: '' };
      return { ok: true };
    }
    return { ok: false, code: 'model-unreachable', detail: `nothing came for ${TEST_MS / 1000} seconds` };
  } catch (error) {
    return failed(error);
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

function failed(error: unknown): Extract<ProviderTest, { ok: false }> {
  if (error instanceof ModelError) return { ok: false, code: error.code, detail: error.detail };
  throw error;
}
