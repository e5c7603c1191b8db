import { type CallDelta, createCallAssembly } from './callAssembly.ts';
import { type ModelChunk, ModelError } from './provider.ts';
import { failureOf } from './failures.ts';

/** Reads the events of one streamed answer. Fed with whatever an endpoint sends; what is no part of an answer is skipped. */
export interface StreamReader {
  /** The chunks that an event makes known at once. Throws `ModelError` for an error event and for an answer without bound. */
  read(event: unknown): readonly ModelChunk[];
  /** After the last event: calls, usage and `stop`. Throws `ModelError` `model-cut` when the answer never ended. */
  end(): readonly ModelChunk[];
  /** True once the endpoint has said how the answer ended; only usage may follow. */
  readonly finished: boolean;
}

/** No answer is longer than so many characters, thinking and arguments included. */
const LONGEST = 16_000_000;

type Fields = Readonly<Record<string, unknown>>;
const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

/** `makeId` names the calls that an endpoint leaves without an id. */
export function createStreamReader(makeId: () => string): StreamReader {
  const assembly = createCallAssembly(makeId);
  let usage: ModelChunk | undefined;
  let reason = '';
  let refused = false;
  let length = 0;

  function readDelta(delta: Fields): ModelChunk[] {
    const parts = partsOf(delta);
    if (text(delta['refusal']) !== '') refused = true;
    const names = assembly.add(list(delta['tool_calls']).map(callDelta));
    length += parts.reduce((sum, part) => sum + part.text.length, 0);
    if (length + assembly.size > LONGEST) throw new ModelError('model-error', `the answer is longer than ${LONGEST} characters`);
    return [...parts, ...names.map((name): ModelChunk => ({ kind: 'calling', name }))];
  }

  return {
    get finished() {
      return reason !== '';
    },
    read(event) {
      const known = fields(event);
      if (known['error'] || known['object'] === 'error') throw new ModelError(...failureOf(known['error'] || known));
      usage = usageOf(known['usage']) ?? usageOf(fields(known['x_groq'])['usage']) ?? usage;
      const choice = fields(list(known['choices'])[0]);
      const chunks = readDelta(fields(choice['delta'] ?? choice['message']));
      const said = text(choice['finish_reason']).toLowerCase();
      if (said === 'error') throw new ModelError('model-error', 'the provider ended the answer with an error');
      reason = said || reason;
      return chunks;
    },
    end() {
      if (reason === '') throw new ModelError('model-cut', 'the stream ended before the answer did');
      const stop = refused ? 'refusal' : stopOf(reason);
      const { calls, whole } = assembly.calls();
      const nameless = calls.find((call) => call.name === '');
      if (nameless && stop === 'end') throw new ModelError('model-error', 'the provider sent a tool call without a name');
      // A call that was cut, by length or by a filter, is never run: its arguments may be complete JSON and still not what was meant.
      const runs = stop === 'end' || (stop === 'length' && whole);
      return [
        ...(runs ? calls.map((call): ModelChunk => ({ kind: 'call', call })) : []),
        ...(usage ? [usage] : []),
        { kind: 'stop', stop },
      ];
    },
  };
}

type Stop = Extract<ModelChunk, { kind: 'stop' }>['stop'];
const stops: Readonly<Record<string, Stop>> = {
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  content_filter: 'refusal',
  refusal: 'refusal',
  safety: 'refusal',
};
/** Whether calls are run is decided by the calls, so every other reason is simply an end. */
const stopOf = (reason: string): Stop => (Object.hasOwn(stops, reason) ? stops[reason] : undefined) ?? 'end';

type TextPart = Extract<ModelChunk, { kind: 'text' | 'reasoning' }>;

/** Thinking and text of a delta; content is text, or a list of parts. */
function partsOf(delta: Fields): TextPart[] {
  const content = delta['content'];
  const listed = list(content)
    .map(fields)
    .flatMap((part): TextPart[] => {
      if (part['type'] === 'thinking')
        return [
          {
            kind: 'reasoning',
            text: list(part['thinking'])
              .map((inner) => text(fields(inner)['text']))
              .join(''),
          },
        ];
      return [{ kind: 'text', text: text(part['text']) }];
    });
  const parts: TextPart[] = [
    { kind: 'reasoning', text: text(delta['reasoning_content']) || text(delta['reasoning']) },
    ...listed,
    { kind: 'text', text: text(content) },
    { kind: 'text', text: text(delta['refusal']) },
  ];
  return parts.filter((part) => part.text !== '');
}

function callDelta(value: unknown): CallDelta {
  const delta = fields(value);
  const called = fields(delta['function']);
  return { index: count(delta['index']), id: text(delta['id']), name: text(called['name']), arguments: called['arguments'] };
}

function usageOf(value: unknown): ModelChunk | undefined {
  const usage = fields(value);
  const inputTokens = count(usage['prompt_tokens']);
  const outputTokens = count(usage['completion_tokens']);
  return inputTokens === undefined && outputTokens === undefined
    ? undefined
    : { kind: 'usage', inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
}
