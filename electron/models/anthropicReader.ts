import { type MemoBlock, writeMemo } from './anthropicMemo.ts';
import { failureOf } from './failures.ts';
import { type ModelCall, type ModelChunk, ModelError } from './provider.ts';
import type { StreamReader } from './streamReader.ts';

/** No answer is longer than so many characters, thinking and arguments included. */
const LONGEST = 16_000_000;

type Fields = Readonly<Record<string, unknown>>;
const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {});
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

/** A block of the answer as far as it has come. */
type Draft =
  | { readonly type: 'text'; length: number }
  | { readonly type: 'thinking'; length: number; signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly whole: string; json: string };

/** Reads the events of one streamed message, or a whole one. `id` is the model's own, for the memo; `makeId` names calls without an id. */
export function createMessageReader(id: string, makeId: () => string): StreamReader {
  const blocks = new Map<number, Draft>();
  const usage: { input?: number; output?: number } = {};
  let reason = '';
  let size = 0;

  function start(index: number, block: Fields): ModelChunk[] {
    const draft = draftOf(block, makeId);
    if (!draft) return [];
    blocks.set(index, draft);
    // A whole message, and some endpoints in their first event, have the words here already.
    const first = text(block[block['type'] === 'thinking' ? 'thinking' : 'text']);
    if (draft.type === 'tool_use') return draft.name === '' ? [] : [{ kind: 'calling', name: draft.name }];
    return draft.type === 'redacted_thinking' ? [] : grow(draft, first);
  }
  function grow(draft: Extract<Draft, { type: 'text' | 'thinking' }>, piece: string): ModelChunk[] {
    if (piece === '') return [];
    draft.length += piece.length;
    return [{ kind: draft.type === 'text' ? 'text' : 'reasoning', text: piece }];
  }
  function add(draft: Draft | undefined, delta: Fields): ModelChunk[] {
    switch (draft?.type) {
      case 'text':
        return delta['type'] === 'text_delta' ? grow(draft, text(delta['text'])) : [];
      case 'thinking':
        draft.signature += text(delta['signature']);
        return grow(draft, text(delta['thinking']));
      case 'tool_use':
        draft.json += text(delta['partial_json']);
        return [];
      default:
        return [];
    }
  }
  function told(said: Fields): void {
    usage.input = inputOf(said) ?? usage.input ?? 0;
    usage.output = count(said['output_tokens']) ?? usage.output ?? 0;
  }
  /** A whole message at once, from an endpoint that does not stream. */
  function whole(message: Fields): ModelChunk[] {
    if (message['usage']) told(fields(message['usage']));
    reason = text(message['stop_reason']) || reason;
    const content = Array.isArray(message['content']) ? message['content'] : [];
    return content.flatMap((block, index) => start(index, fields(block)));
  }
  function readKnown(event: Fields): ModelChunk[] {
    const index = count(event['index']) ?? 0;
    switch (event['type']) {
      case 'message':
        return whole(event);
      case 'message_start':
        return whole(fields(event['message']));
      case 'content_block_start':
        return start(index, fields(event['content_block']));
      case 'content_block_delta':
        return add(blocks.get(index), fields(event['delta']));
      case 'message_delta':
        if (event['usage']) told(fields(event['usage']));
        reason = text(fields(event['delta'])['stop_reason']) || reason;
        return [];
      case 'error':
        throw new ModelError(...failureOf(event['error'] ?? event));
      default:
        return [];
    }
  }

  return {
    get finished() {
      return reason !== '';
    },
    read(event) {
      size += JSON.stringify(event)?.length ?? 0;
      if (size > LONGEST * 2) throw new ModelError('model-error', `the answer is longer than ${LONGEST} characters`);
      return readKnown(fields(event));
    },
    end() {
      if (reason === '') throw new ModelError('model-cut', 'the stream ended before the answer did');
      return ended(
        [...blocks.entries()].sort(([a], [b]) => a - b).map(([, draft]) => draft),
        stopOf(reason),
        id,
        usage,
      );
    },
  };
}

function draftOf(block: Fields, makeId: () => string): Draft | undefined {
  switch (block['type']) {
    case 'text':
      return { type: 'text', length: 0 };
    case 'thinking':
      return { type: 'thinking', length: 0, signature: text(block['signature']) };
    case 'redacted_thinking':
      return { type: 'redacted_thinking', data: text(block['data']) };
    case 'tool_use':
      return { type: 'tool_use', id: text(block['id']) || makeId(), name: text(block['name']), whole: inputText(block['input']), json: '' };
    default:
      return undefined;
  }
}

/** Input that came with the block's start; the usual empty object stands for "it follows". */
const inputText = (input: unknown): string => (Object.keys(fields(input)).length === 0 ? '' : JSON.stringify(input));

type Stop = Extract<ModelChunk, { kind: 'stop' }>['stop'];
function ended(drafts: readonly Draft[], stop: Stop, id: string, usage: { input?: number; output?: number }): ModelChunk[] {
  const calls = drafts.flatMap((draft): ModelCall[] =>
    draft.type === 'tool_use' ? [{ id: draft.id, name: draft.name, argumentsText: draft.json.trim() || draft.whole || '{}' }] : [],
  );
  if (stop === 'end' && calls.some((call) => call.name === ''))
    throw new ModelError('model-error', 'the provider sent a tool call without a name');
  // A call that was cut, by length or by a refusal, is never run: its arguments may be complete JSON and still not what was meant.
  const runs = stop === 'end' || (stop === 'length' && calls.every((call) => call.name !== '' && isObjectText(call.argumentsText)));
  const memo = runs && calls.length > 0 ? writeMemo(id, drafts.map(memoOf)) : undefined;
  return [
    ...(runs ? calls.map((call): ModelChunk => ({ kind: 'call', call })) : []),
    ...(memo === undefined ? [] : [{ kind: 'memo', memo } as const]),
    ...(usage.input === undefined ? [] : [{ kind: 'usage', inputTokens: usage.input, outputTokens: usage.output ?? 0 } as const]),
    { kind: 'stop', stop },
  ];
}

function memoOf(draft: Draft): MemoBlock {
  return draft.type === 'tool_use' ? { type: 'tool_use', id: draft.id } : draft;
}

/** All that went in: what was read from a cache and written to it is counted apart. */
function inputOf(usage: Fields): number | undefined {
  const parts = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].map((name) => count(usage[name]));
  return parts.every((part) => part === undefined) ? undefined : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
}

const stops: Readonly<Record<string, Stop>> = { max_tokens: 'length', model_context_window_exceeded: 'length', refusal: 'refusal' };
const stopOf = (reason: string): Stop => (Object.hasOwn(stops, reason) ? stops[reason] : undefined) ?? 'end';

function isObjectText(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
