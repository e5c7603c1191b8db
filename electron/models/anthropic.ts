import type { Anthropic } from '@anthropic-ai/sdk';
import { randomUUID } from 'node:crypto';
import { createMessageReader } from './anthropicReader.ts';
import { toMessagesRequest } from './anthropicRequest.ts';
import { createEndpointProvider, type EndpointOptions, type Wire } from './exchange.ts';
import { failureOf, refusesPictures } from './failures.ts';
import type { Said } from './judge.ts';
import type { ModelProvider } from './provider.ts';
import { type Quirks, quirksFor, seesPictures, withoutPictures, withoutWish } from './quirks.ts';

/** The version of the API that is spoken; the endpoint keeps to it whatever it learns later. */
export const messagesHeaders = { 'anthropic-version': '2023-06-01' } as const;

const quiet = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };

const wire: Wire<typeof Anthropic> = {
  load: async () => (await import('@anthropic-ai/sdk')).Anthropic,
  begin: (sdk, request, { id, baseUrl, model, quirks, timeout, fetch, signal }) => {
    // Every member that the library would otherwise read from the environment or a profile is given; the key is added by `fetch` alone.
    const client = new sdk({
      baseURL: messagesBase(baseUrl),
      apiKey: 'added-by-fetch',
      webhookKey: null,
      openTelemetry: false,
      logger: quiet,
      logLevel: 'off',
      maxRetries: 0,
      timeout,
      fetch,
    });
    return client.messages.create(toMessagesRequest(request, { id, model, quirks }), { signal });
  },
  reader: (id) => createMessageReader(id, () => `toolu_${randomUUID()}`),
  headers: messagesHeaders,
  wholeEvent: 'message_start',
  learn: learnt,
};

/** A model behind an endpoint of the messages kind. `baseUrl` is without `/v1`; one that ends with it is understood. */
export function createAnthropicProvider(options: EndpointOptions): ModelProvider {
  return createEndpointProvider(options, options.quirks ?? quirksFor(options.baseUrl, 'messages'), wire);
}

/** The library adds `/v1` itself. */
export const messagesBase = (baseUrl: string): string => baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '');

/** What an endpoint may refuse that can be done without: so long an answer, keeping what begins alike, pictures, and wishes for the answer. */
function learnt(quirks: Quirks, { status, payload }: Said, model: string): Quirks | undefined {
  if (status !== 400 && status !== 422) return undefined;
  const [, detail] = failureOf(payload, status);
  const most = Number(/max_tokens.{0,40}?\d+ > (\d+)/.exec(detail)?.[1]);
  if (most > 0 && most < quirks.maxOutputTokens) return { ...quirks, maxOutputTokens: most };
  if (quirks.promptCache && detail.includes('cache_control')) return { ...quirks, promptCache: false };
  if (seesPictures(quirks, model) && refusesPictures(status, payload)) return withoutPictures(quirks);
  return withoutWish(quirks, detail);
}
