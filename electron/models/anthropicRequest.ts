import type {
  ContentBlockParam,
  ImageBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  Tool,
  ToolUseBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import { createHash } from 'node:crypto';
import { readMemo } from './anthropicMemo.ts';
import type { ModelCall, ModelImage, ModelMessage, ModelRequest, ToolSpec } from './provider.ts';
import { picturesOf, withLeftOut, type PicturesOf } from './pictures.ts';
import { seesPictures, type Quirks } from './quirks.ts';
import { toTool } from './toolSchema.ts';
import { argumentsObject, nameInHistory, wellFormed } from './wording.ts';

interface Target {
  /** `provider/model`: thinking goes back only to the model whose it is. */
  readonly id: string;
  readonly model: string;
  readonly quirks: Quirks;
}

/** The body of a request to the messages API. Pure; members that would be empty are left out, since the API refuses them. */
export function toMessagesRequest(request: ModelRequest, { id, model, quirks }: Target): MessageCreateParamsStreaming {
  const tools = request.tools.map((tool) => toToolParam(tool, quirks));
  return {
    model,
    max_tokens: Math.min(request.maxTokens ?? Number.POSITIVE_INFINITY, quirks.maxOutputTokens),
    ...(request.system === '' ? {} : { system: wellFormed(request.system) }),
    messages: toMessages(
      request.messages,
      quirks.returnReasoning === 'this-turn' ? id : undefined,
      seesPictures(quirks, model) ? picturesOf(request) : undefined,
    ),
    ...(tools.length === 0 ? {} : { tools, ...choiceOf(request, quirks) }),
    ...(request.temperature === undefined || !quirks.temperature ? {} : { temperature: Math.min(1, Math.max(0, request.temperature)) }),
    ...(quirks.promptCache ? { cache_control: { type: 'ephemeral' } } : {}),
    stream: true,
  };
}

/** Tools have to be told as long as the history tells of their use, so a forbidden one is forbidden, not left out. */
function choiceOf({ toolChoice = 'auto' }: ModelRequest, quirks: Quirks): Pick<MessageCreateParamsStreaming, 'tool_choice'> {
  if (toolChoice === 'auto' || quirks.toolChoice === 'auto') return {};
  return { tool_choice: { type: toolChoice === 'required' ? 'any' : 'none' } };
}

function toToolParam(tool: ToolSpec, quirks: Quirks): Tool {
  const { description, parameters } = toTool(tool, quirks);
  return {
    name: tool.name,
    ...(description === '' ? {} : { description: wellFormed(description) }),
    input_schema: { ...parameters, type: 'object' },
  };
}

/**
 * Roles take turns: all results of a round stand in one user message, right after their calls and before anything the person said.
 * `thinker` is the model whose thinking may go back, and only for the rounds since the last question.
 */
function toMessages(messages: readonly ModelMessage[], thinker: string | undefined, pictures: Pictures): MessageParam[] {
  const lastQuestion = messages.findLastIndex((message) => message.role === 'user');
  const ids = createIds();
  const out: { role: 'user' | 'assistant'; content: ContentBlockParam[] }[] = [];
  for (const [at, message] of messages.entries()) {
    const content =
      message.role === 'tool' ? [toolResult(message, ids, pictures)] : blocksOf(message, ids, at > lastQuestion ? thinker : undefined);
    if (content.length === 0) continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const last = out.at(-1);
    if (last?.role === role) last.content.push(...content);
    else out.push({ role, content });
  }
  return out;
}

type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;
type Pictures = ((message: ToolMessage) => PicturesOf) | undefined;
function toolResult(message: ToolMessage, ids: Ids, pictures: Pictures): ContentBlockParam {
  const failed = message.isError ? { is_error: true } : {};
  const result = { type: 'tool_result', tool_use_id: ids.answering(message.callId), ...failed } as const;
  const found = pictures?.(message);
  const text = wellFormed(found ? withLeftOut(message.text, found) : message.text);
  const said = text.trim() !== '';
  if (!found || found.sent.length === 0) return said ? { ...result, content: text } : result;
  const images = found.sent.map(
    ({ type, base64 }): ImageBlockParam => ({ type: 'image', source: { type: 'base64', media_type: type, data: base64 } }),
  );
  return { ...result, content: [...(said ? [{ type: 'text', text } as const] : []), ...images] };
}

function blocksOf(message: Exclude<ModelMessage, ToolMessage>, ids: Ids, thinker: string | undefined): ContentBlockParam[] {
  switch (message.role) {
    case 'user':
      // The API refuses text of nothing but spaces.
      if (message.images?.length) return [...message.images.map(toImage), ...textBlock(message.text)];
      return [{ type: 'text', text: message.text.trim() === '' ? '(no words)' : wellFormed(message.text) }];
    case 'assistant': {
      ids.newRound();
      const calls = message.calls.map((call) => toToolUse(call, ids));
      return (thinker && remembered(message, calls, thinker)) || [...textBlock(message.text), ...calls];
    }
  }
}

/** The answer's blocks in their own order, thinking and signatures untouched; undefined when memo and history do not agree. */
function remembered(
  message: Extract<ModelMessage, { role: 'assistant' }>,
  calls: readonly ToolUseBlockParam[],
  thinker: string,
): ContentBlockParam[] | undefined {
  const memo = readMemo(thinker, message.memo);
  if (!memo) return undefined;
  const { text, reasoning } = message;
  const at = { text: 0, thinking: 0 };
  const left = [...message.calls.entries()];
  const blocks = memo.flatMap((block): ContentBlockParam[] => {
    switch (block.type) {
      case 'thinking': {
        const thinking = reasoning.slice(at.thinking, (at.thinking += block.length));
        return [{ type: 'thinking', thinking, signature: block.signature }];
      }
      case 'redacted_thinking':
        return [block];
      case 'text':
        return textBlock(text.slice(at.text, (at.text += block.length)));
      case 'tool_use': {
        const found = left.findIndex(([, call]) => call.id === block.id);
        const [index] = found < 0 ? [-1] : (left.splice(found, 1)[0] ?? [-1]);
        return calls[index] ? [calls[index]] : [];
      }
    }
  });
  const agrees = at.text === text.length && at.thinking === reasoning.length && left.length === 0;
  return agrees ? blocks : undefined;
}

const toImage = ({ mimeType, data }: ModelImage): ContentBlockParam => ({
  type: 'image',
  source: { type: 'base64', media_type: mimeType, data },
});
const textBlock = (text: string): ContentBlockParam[] => (text.trim() === '' ? [] : [{ type: 'text', text: wellFormed(text) }]);

const toToolUse = (call: ModelCall, ids: Ids): ToolUseBlockParam => ({
  type: 'tool_use',
  id: ids.calling(call.id),
  name: nameInHistory(call.name),
  input: argumentsObject(call.argumentsText),
});

interface Ids {
  /** Calls that follow belong to another answer. */
  newRound(): void;
  calling(callId: string): string;
  answering(callId: string): string;
}
/** The API wants ids of its own alphabet, unique in the whole request; other providers count from nought in every answer. */
function createIds(): Ids {
  const used = new Set<string>();
  const round = new Map<string, string>();
  const plain = (callId: string): string =>
    /^[a-zA-Z0-9_-]{1,64}$/.test(callId) ? callId : `call_${createHash('sha256').update(callId).digest('hex').slice(0, 24)}`;
  return {
    newRound: () => round.clear(),
    calling(callId) {
      const base = plain(callId);
      let id = base;
      for (let count = 2; used.has(id); count++) id = `${base.slice(0, 56)}_${count}`;
      used.add(id);
      round.set(callId, id);
      return id;
    },
    answering: (callId) => round.get(callId) ?? plain(callId),
  };
}
