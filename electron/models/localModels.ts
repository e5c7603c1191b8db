import type { LocalView } from '#shared/models/providers.ts';
import { type ModelFetch, textOf } from './http.ts';
import { modelNames } from './modelList.ts';
import { ModelError } from './provider.ts';

/** A program that serves models on this computer, and the port it is known to use. */
export interface LocalEndpoint {
  readonly id: string;
  readonly name: string;
  readonly port: number;
}
export const localEndpoints: readonly LocalEndpoint[] = [
  { id: 'local.ollama', name: 'Ollama', port: 11434 },
  { id: 'local.lmstudio', name: 'LM Studio', port: 1234 },
  { id: 'local.llamacpp', name: 'llama.cpp', port: 8080 },
  { id: 'local.vllm', name: 'vLLM', port: 8000 },
];

const WAIT_MS = 500;
const MOST_BYTES = 1024 * 1024;
const MOST_MODELS = 200;
/** Models that turn text into numbers answer nobody. */
const NO_CHAT = /embed|rerank/i;

/** Which of these programs are there now, with their models. Asks 127.0.0.1 and no other address, each for half a second at most; never throws. */
export async function findLocalModels(endpoints: readonly LocalEndpoint[], fetch: ModelFetch = globalThis.fetch): Promise<LocalView[]> {
  const found = await Promise.all(endpoints.map((endpoint) => probe(endpoint, fetch)));
  return found.flatMap((view) => view ?? []);
}

async function probe({ id, name, port }: LocalEndpoint, fetch: ModelFetch): Promise<LocalView | undefined> {
  const origin = `http://127.0.0.1:${port}`;
  const signal = AbortSignal.timeout(WAIT_MS);
  const models = (await list(`${origin}/v1/models`, fetch, signal)) ?? (await list(`${origin}/api/tags`, fetch, signal));
  return models && models.length > 0 ? { id, name, baseUrl: `${origin}/v1`, models } : undefined;
}

/** The models listed there; undefined for whatever else is behind the port. */
async function list(address: string, fetch: ModelFetch, signal: AbortSignal): Promise<string[] | undefined> {
  try {
    const response = await fetch(address, { signal, redirect: 'manual', headers: { accept: 'application/json' } });
    if (!response.ok || !(response.headers.get('content-type') ?? '').includes('json')) return undefined;
    const names = modelNames(JSON.parse(await textOf(response, MOST_BYTES)));
    return names.filter((model) => !NO_CHAT.test(model)).slice(0, MOST_MODELS);
  } catch (error) {
    // Nothing listens there, or it is something else: the usual case.
    if (error instanceof ModelError || error instanceof Error) return undefined;
    throw error;
  }
}
