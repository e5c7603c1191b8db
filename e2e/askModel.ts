import { createOpenAiProvider, type OpenAiOptions } from '../electron/models/openai.ts';
import { type ModelChunk, ModelError, type ModelRequest } from '../electron/models/provider.ts';

export const KEY = 'sk-test-4f9c2b7e81';
export const question: ModelRequest = { system: '', messages: [{ role: 'user', text: 'hello' }], tools: [] };

/** What came of one question: the chunks until the end, or until the error. */
export interface Asked {
  readonly chunks: readonly ModelChunk[];
  readonly error: ModelError | undefined;
}
export interface Asker {
  /** The waits that were wanted before retries, in milliseconds; none is really waited. */
  readonly waits: readonly number[];
  readonly ask: (signal?: AbortSignal) => Promise<Asked>;
}

/** A provider for an endpoint with the test's key, a clock that stands at 1,000,000 and no jitter. */
export function askerFor(baseUrl: string, options: Partial<OpenAiOptions> = {}): Asker {
  const waits: number[] = [];
  const sleep = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  const id = 'environment/m';
  const model = createOpenAiProvider({ id, baseUrl, apiKey: KEY, model: 'm', sleep, now: () => 1_000_000, random: () => 0, ...options });
  return {
    waits,
    ask: async (signal = new AbortController().signal) => {
      const chunks: ModelChunk[] = [];
      try {
        for await (const chunk of model.stream(question, signal)) chunks.push(chunk);
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        return { chunks, error };
      }
      return { chunks, error: undefined };
    },
  };
}
export const textOf = (chunks: readonly ModelChunk[]): string => chunks.map((chunk) => (chunk.kind === 'text' ? chunk.text : '')).join('');
export const kindsOf = (chunks: readonly ModelChunk[]): string[] => chunks.map((chunk) => chunk.kind);
