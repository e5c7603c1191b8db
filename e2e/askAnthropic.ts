import { createAnthropicProvider } from '../electron/models/anthropic.ts';
import type { EndpointOptions } from '../electron/models/exchange.ts';
import { type ModelChunk, ModelError, type ModelRequest } from '../electron/models/provider.ts';
import { type Asked, KEY, question } from './askModel.ts';

/** Asks a messages endpoint once, with the test's key, a clock that stands at 1,000,000 and no jitter; `waits` are not really waited. */
export function anthropicAsker(
  baseUrl: string,
  options: Partial<EndpointOptions> = {},
): { readonly waits: readonly number[]; readonly ask: (request?: ModelRequest, signal?: AbortSignal) => Promise<Asked> } {
  const waits: number[] = [];
  const sleep = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  const model = createAnthropicProvider({
    id: 'p/m',
    baseUrl,
    apiKey: KEY,
    model: 'm',
    sleep,
    now: () => 1_000_000,
    random: () => 0,
    ...options,
  });
  return {
    waits,
    ask: async (request = question, signal = new AbortController().signal) => {
      const chunks: ModelChunk[] = [];
      try {
        for await (const chunk of model.stream(request, signal)) chunks.push(chunk);
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        return { chunks, error };
      }
      return { chunks, error: undefined };
    },
  };
}
