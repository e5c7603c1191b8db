import { pause } from './abort.ts';
import { planOf } from './demoRules.ts';
import type { ModelChunk, ModelProvider, ModelRequest } from './provider.ts';

export interface DemoOptions {
  /** Milliseconds between two pieces of text; a few, so that streaming can be seen. */
  readonly pieceMs?: number;
  /** Waits so many milliseconds, or less when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The built-in model: rules instead of intelligence, the same answer to the same request, nothing sent anywhere. */
export function createDemoProvider({ pieceMs = 5, sleep = pause }: DemoOptions = {}): ModelProvider {
  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
    const { text, calls } = planOf(request.toolChoice === 'none' ? { ...request, tools: [] } : request);
    const before = request.messages.reduce((sum, message) => sum + (message.role === 'assistant' ? message.calls.length : 0), 0);
    const chunks: ModelChunk[] = [
      ...piecesOf(text).map((piece): ModelChunk => ({ kind: 'text', text: piece })),
      ...calls.map(({ name }): ModelChunk => ({ kind: 'calling', name })),
    ];
    for (const chunk of chunks) {
      await sleep(pieceMs, signal);
      if (signal.aborted) return;
      yield chunk;
    }
    for (const [at, call] of calls.entries()) {
      if (signal.aborted) return;
      // Unique within the conversation, and the same for the same request.
      yield { kind: 'call', call: { id: `demo_${before + at + 1}`, ...call } };
    }
    if (!signal.aborted) yield { kind: 'stop', stop: 'end' };
  }
  return { id: 'demo/demo', maxToolNameLength: 64, stream };
}

/** One word, or two Chinese characters, at a time. */
const piecesOf = (text: string): readonly string[] => text.match(/[\p{Script=Han}\p{P}]{1,2}\s*|[^\p{Script=Han}\s]+\s*|\s+/gu) ?? [];
