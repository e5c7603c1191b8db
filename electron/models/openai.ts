import { randomUUID } from 'node:crypto';
import { orAbort, pause } from './abort.ts';
import { type Attempt, beginAttempt } from './attempt.ts';
import { createModelFetch, type ModelFetch } from './http.ts';
import { type Failed, judgeOpening, judgeStream, type Sdk } from './judge.ts';
import { type ModelChunk, ModelError, type ModelProvider, type ModelRequest } from './provider.ts';
import { type Quirks, quirksFor } from './quirks.ts';
import { toRequest } from './request.ts';
import { backoff, MOST_RETRIES } from './retry.ts';
import { secretsOf, withoutSecrets } from './secrets.ts';
import { createStreamReader } from './streamReader.ts';

export interface OpenAiOptions {
  /** `provider/model`. */
  readonly id: string;
  /** The endpoint's address up to and including its version, e.g. `https://api.openai.com/v1`. The key is sent to its origin alone. */
  readonly baseUrl: string;
  /** Absent for an endpoint that wants none. */
  readonly apiKey?: string | undefined;
  /** The model's name as the endpoint knows it. */
  readonly model: string;
  /** By default those known for the address. */
  readonly quirks?: Quirks;
  readonly fetch?: ModelFetch;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Waits so many milliseconds, or less when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1, for the jitter of retries. */
  readonly random?: () => number;
  readonly limits?: Partial<Limits>;
}
/** All in milliseconds. */
interface Limits {
  /** Without an answer's head. A local model may have to be loaded first. */
  readonly headersMs: number;
  /** Without a byte of an answer that has begun. */
  readonly idleMs: number;
  /** Without a byte after the answer has said how it ended: only the usage may be missing. */
  readonly lingerMs: number;
}
const defaultLimits: Limits = { headersMs: 300_000, idleMs: 120_000, lingerMs: 5_000 };

/** What one endpoint is spoken to with; `quirks` changes when the endpoint is found to refuse something. */
interface Endpoint {
  readonly options: OpenAiOptions;
  readonly limits: Limits;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  quirks: Quirks;
}
type Opened = { readonly events: AsyncIterator<unknown> } | { readonly failed: Failed };

/** A model behind an endpoint of the OpenAI chat completions kind. What `stream` promises is the port's; security.md F27 to F32 are its ways to fail. */
export function createOpenAiProvider(options: OpenAiOptions): ModelProvider {
  const secrets = secretsOf(options.baseUrl, options.apiKey);
  const endpoint: Endpoint = {
    options,
    limits: { ...defaultLimits, ...options.limits },
    now: options.now ?? Date.now,
    sleep: options.sleep ?? pause,
    random: options.random ?? Math.random,
    quirks: options.quirks ?? quirksFor(options.baseUrl),
  };
  const { maxToolNameLength, maxTools } = endpoint.quirks;

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
    try {
      yield* rounds(endpoint, request, signal);
    } catch (error) {
      // Once stopped, nothing that goes wrong with the answer matters.
      if (signal.aborted) return;
      throw withoutSecrets(error instanceof ModelError ? error : new ModelError('model-error', String(error), { cause: error }), secrets);
    }
  }
  return { id: options.id, maxToolNameLength, maxTools, stream };
}

/** Attempts until one is answered, at most `MOST_RETRIES` more than one. */
async function* rounds(endpoint: Endpoint, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
  const { maxTools } = endpoint.quirks;
  if (request.tools.length > maxTools) {
    throw new ModelError(
      'model-error',
      `this provider takes at most ${maxTools} tools, ${request.tools.length} are switched on; nothing was sent`,
    );
  }
  let retries = 0;
  while (!signal.aborted) {
    const attempt = beginAttempt(signal);
    try {
      const { OpenAI: sdk } = await orAbort(import('openai'), attempt.signal);
      const opened = await open(sdk, endpoint, request, attempt);
      if ('events' in opened) {
        yield* answer(sdk, endpoint, opened.events, attempt);
        return;
      }
      const { error, retry, refusedUsage } = opened.failed;
      if (signal.aborted) return;
      if (refusedUsage && endpoint.quirks.streamUsage) {
        endpoint.quirks = { ...endpoint.quirks, streamUsage: false };
        continue;
      }
      if (!retry || retries >= MOST_RETRIES) throw error;
      const ms = backoff(retries++, retry.asked, endpoint.random);
      yield { kind: 'retrying', untilMs: endpoint.now() + ms, code: error.code };
      await endpoint.sleep(ms, signal);
    } finally {
      attempt.close();
    }
  }
}

async function open(sdk: Sdk, endpoint: Endpoint, request: ModelRequest, attempt: Attempt): Promise<Opened> {
  const { baseUrl, apiKey, model, fetch = globalThis.fetch } = endpoint.options;
  if (!/^https?:/i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new ModelError('model-unreachable', `${baseUrl} is not an http or https address`);
  // Every member that the library would otherwise read from the environment is given; the key is added by `createModelFetch` alone.
  const client = new sdk({
    baseURL: baseUrl,
    apiKey: 'added-by-fetch',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: endpoint.limits.headersMs,
    fetch: createModelFetch({ fetch, origin: new URL(baseUrl).origin, apiKey, onBytes: attempt.touch }),
  });
  try {
    const stream = await orAbort(
      client.chat.completions.create(toRequest(request, model, endpoint.quirks), { signal: attempt.signal }),
      attempt.signal,
    );
    return { events: stream[Symbol.asyncIterator]() };
  } catch (error) {
    return { failed: judgeOpening(sdk, error, endpoint.now()) };
  }
}

async function* answer(sdk: Sdk, { limits }: Endpoint, events: AsyncIterator<unknown>, attempt: Attempt): AsyncGenerator<ModelChunk> {
  const reader = createStreamReader(() => `call_${randomUUID()}`);
  attempt.expect(limits.idleMs);
  try {
    for (;;) {
      const next = await orAbort(events.next(), attempt.signal);
      if (next.done) break;
      const wasFinished = reader.finished;
      yield* whileGoing(reader.read(next.value), attempt);
      if (reader.finished && !wasFinished) attempt.expect(limits.lingerMs);
    }
  } catch (error) {
    // After the answer has said its end nothing that matters can be lost.
    if (!reader.finished) throw judgeStream(sdk, error);
  }
  yield* whileGoing(reader.end(), attempt);
}

function* whileGoing(chunks: readonly ModelChunk[], attempt: Attempt): Generator<ModelChunk> {
  for (const chunk of chunks) {
    if (attempt.stopped()) return;
    yield chunk;
  }
}
