import { ModelName, type ProviderApi } from '#shared/models/providers.ts';
import { messagesBase, messagesHeaders } from './anthropic.ts';
import { networkFailure } from './failures.ts';
import { keyHeaders, type ModelFetch, textOf } from './http.ts';
import { judgeStatus } from './judge.ts';
import { ModelError } from './provider.ts';
import type { Quirks } from './quirks.ts';
import { secretsOf, withoutSecrets } from './secrets.ts';

export interface ListedEndpoint {
  readonly api: ProviderApi;
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly quirks: Pick<Quirks, 'keyHeader'>;
  readonly fetch: ModelFetch;
  readonly timeoutMs: number;
}
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_MODELS = 2000;

/** The names of the models that an endpoint lists, in its order. Throws `ModelError`, without secrets. */
export async function listModels(endpoint: ListedEndpoint): Promise<string[]> {
  const { api, baseUrl } = endpoint;
  const address = api === 'anthropic' ? `${messagesBase(baseUrl)}/v1/models?limit=1000` : `${withoutSlash(baseUrl)}/models`;
  return modelNames(await readJson(endpoint, address));
}

/** Asks for a path below the base URL, only to see whether the key is taken. Throws `ModelError`, without secrets. */
export async function checkKey(endpoint: ListedEndpoint, path: string): Promise<void> {
  await readJson(endpoint, `${withoutSlash(endpoint.baseUrl)}/${path}`);
}

/** The names in a list as endpoints of both kinds, and Ollama’s own, write it. What is no proper name is left out. */
export function modelNames(body: unknown): string[] {
  const { data, models } = fields(body);
  const listed = Array.isArray(data) ? data : Array.isArray(models) ? models : Array.isArray(body) ? body : undefined;
  if (!listed) throw new ModelError('model-error', 'the address answered with something that is no list of models');
  const names = listed.flatMap((one: unknown) => {
    const { id, name } = fields(one);
    // Gemini writes models/NAME in the list and wants NAME, or both, in a request.
    const read = ModelName.safeParse(typeof id === 'string' ? id.replace(/^models\//, '') : name);
    return read.success ? [read.data] : [];
  });
  return [...new Set(names)].slice(0, MOST_MODELS);
}

async function readJson(endpoint: ListedEndpoint, address: string): Promise<unknown> {
  const { api, apiKey, baseUrl, quirks, fetch, timeoutMs } = endpoint;
  try {
    const headers = {
      accept: 'application/json',
      ...(api === 'anthropic' ? messagesHeaders : {}),
      ...keyHeaders(quirks.keyHeader, apiKey),
    };
    const response = await fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    const text = await textOf(response, MOST_BYTES);
    if (response.status >= 300 && response.status < 400)
      throw new ModelError('model-error', 'the endpoint answered with a redirect, which is not followed');
    const payload = parsed(text);
    if (!response.ok)
      throw judgeStatus({ status: response.status, payload: fields(payload)['error'] ?? payload }, response.headers, Date.now()).error;
    if (typeof payload === 'string')
      throw new ModelError('model-error', 'the address answered with something that is not JSON; it may lack a part such as /v1');
    return payload;
  } catch (error) {
    const told = error instanceof ModelError ? error : new ModelError('model-unreachable', networkFailure(error).detail, { cause: error });
    throw withoutSecrets(told, secretsOf(baseUrl, apiKey));
  }
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');
const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** JSON, or the text itself. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
