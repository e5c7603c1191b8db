import type { OpenAI } from 'openai';
import { randomUUID } from 'node:crypto';
import { createEndpointProvider, type EndpointOptions, type Wire } from './exchange.ts';
import { failureOf, refusesPictures, refusesUsage } from './failures.ts';
import type { ModelProvider } from './provider.ts';
import { quirksFor, seesPictures, withoutPictures, withoutWish } from './quirks.ts';
import { toRequest } from './request.ts';
import { createStreamReader } from './streamReader.ts';

/** `baseUrl` is up to and including the version, e.g. `https://api.openai.com/v1`. */
export type OpenAiOptions = EndpointOptions;

const wire: Wire<typeof OpenAI> = {
  load: async () => (await import('openai')).OpenAI,
  begin: (sdk, request, { baseUrl, model, quirks, timeout, fetch, signal }) => {
    // Every member that the library would otherwise read from the environment is given; the key is added by `fetch` alone.
    const client = new sdk({
      baseURL: baseUrl,
      apiKey: 'added-by-fetch',
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      logLevel: 'off',
      maxRetries: 0,
      timeout,
      fetch,
    });
    return client.chat.completions.create(toRequest(request, model, quirks), { signal });
  },
  reader: () => createStreamReader(() => `call_${randomUUID()}`),
  headers: {},
  learn: (quirks, { status, payload }, model) => {
    const lesson = status === 400 || status === 422 ? withoutWish(quirks, failureOf(payload, status)[1]) : undefined;
    if (lesson) return lesson;
    if (quirks.streamUsage && refusesUsage(status, payload)) return { ...quirks, streamUsage: false };
    return seesPictures(quirks, model) && refusesPictures(status, payload) ? withoutPictures(quirks) : undefined;
  },
};

/** A model behind an endpoint of the OpenAI chat completions kind. */
export function createOpenAiProvider(options: OpenAiOptions): ModelProvider {
  return createEndpointProvider(options, options.quirks ?? quirksFor(options.baseUrl), wire);
}
