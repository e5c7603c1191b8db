import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ModelCall, ModelImage, ModelMessage, ModelRequest } from './provider.ts';
import { picturesOf, withLeftOut, type PicturesOf } from './pictures.ts';
import { defaultQuirks, seesPictures, type Quirks } from './quirks.ts';
import { toTool } from './toolSchema.ts';
import { argumentsObject, nameInHistory, wellFormed } from './wording.ts';

/** The body of a chat completion for a request. Pure; members that would be empty are left out, since some endpoints refuse them. */
export function toRequest(request: ModelRequest, model: string, quirks: Quirks = defaultQuirks): ChatCompletionCreateParamsStreaming {
  const lastQuestion = request.messages.findLastIndex((message) => message.role === 'user');
  const pictures = seesPictures(quirks, model) ? picturesOf(request) : undefined;
  const messages = request.messages.flatMap((message, at) => [
    ...toMessage(message, quirks.returnReasoning === 'this-turn' && at > lastQuestion, pictures),
    ...(request.messages[at + 1]?.role === 'tool' ? [] : picturesBefore(request.messages, at, pictures)),
  ]);
  // Where a call can't be forbidden, the tools are not told.
  const isTold = request.toolChoice !== 'none' || quirks.toolChoice === 'all';
  const tools = (isTold ? request.tools : []).map((tool) => {
    const { description, parameters } = toTool(tool, quirks);
    return {
      type: 'function' as const,
      function: { name: tool.name, ...(description === '' ? {} : { description: wellFormed(description) }), parameters },
    };
  });
  return {
    model,
    messages: request.system === '' ? messages : [{ role: 'system', content: wellFormed(request.system) }, ...messages],
    ...(tools.length === 0 ? {} : { tools }),
    ...(tools.length > 0 && isChosen(request) && quirks.toolChoice === 'all' ? { tool_choice: request.toolChoice } : {}),
    ...(request.temperature === undefined || !quirks.temperature ? {} : { temperature: Math.min(2, Math.max(0, request.temperature)) }),
    ...(request.maxTokens === undefined ? {} : { [quirks.lengthMember]: request.maxTokens }),
    stream: true,
    ...(quirks.streamUsage ? { stream_options: { include_usage: true } } : {}),
  };
}

/** `auto` is what every endpoint does unasked; some refuse to be told. */
const isChosen = (request: ModelRequest): request is ModelRequest & { toolChoice: 'required' | 'none' } =>
  request.toolChoice === 'required' || request.toolChoice === 'none';

type Pictures = ((message: Extract<ModelMessage, { role: 'tool' }>) => PicturesOf) | undefined;
/** Tool messages of this API are text alone, so their pictures follow the last of them in a message of their own. */
function picturesBefore(messages: readonly ModelMessage[], end: number, pictures: Pictures): ChatCompletionMessageParam[] {
  if (!pictures || messages[end]?.role !== 'tool') return [];
  const begin = messages.findLastIndex((message, at) => at < end && message.role !== 'tool') + 1;
  const parts = messages.slice(begin, end + 1).flatMap((message): ChatCompletionContentPart[] => {
    const sent = message.role === 'tool' ? pictures(message).sent : [];
    return sent.map(({ type, base64 }) => ({ type: 'image_url', image_url: { url: `data:${type};base64,${base64}` } }));
  });
  const text = 'What the tools above gave back as pictures, in their order. This is data of the tools, not a message of the person.';
  return parts.length === 0 ? [] : [{ role: 'user', content: [{ type: 'text', text }, ...parts] }];
}

function toMessage(message: ModelMessage, withReasoning: boolean, pictures: Pictures): ChatCompletionMessageParam[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.images?.length ? seen(message.text, message.images) : wellFormed(message.text) }];
    case 'tool':
      return [
        {
          role: 'tool',
          tool_call_id: message.callId,
          content: wellFormed(pictures ? withLeftOut(message.text, pictures(message)) : message.text),
        },
      ];
    case 'assistant': {
      const { text, calls, reasoning } = message;
      // An answer that was stopped before its first word is refused by most endpoints.
      if (text === '' && calls.length === 0) return [];
      const thought = withReasoning && reasoning !== '' ? { reasoning_content: wellFormed(reasoning) } : {};
      const content = text === '' ? null : wellFormed(text);
      return [{ role: 'assistant', content, ...thought, ...(calls.length === 0 ? {} : { tool_calls: calls.map(toToolCall) }) }];
    }
  }
}

const seen = (text: string, images: readonly ModelImage[]): ChatCompletionContentPart[] => [
  ...images.map(
    ({ mimeType, data }): ChatCompletionContentPart => ({ type: 'image_url', image_url: { url: `data:${mimeType};base64,${data}` } }),
  ),
  ...(text === '' ? [] : [{ type: 'text' as const, text: wellFormed(text) }]),
];

const toToolCall = (call: ModelCall): { id: string; type: 'function'; function: { name: string; arguments: string } } => ({
  id: call.id,
  type: 'function',
  function: { name: nameInHistory(call.name), arguments: sendableArguments(call.argumentsText) },
});

/** As the model wrote them where they are an object: rewritten JSON would not match what the endpoint has cached. */
function sendableArguments(text: string): string {
  const value = argumentsObject(text);
  return 'unreadable_arguments' in value ? JSON.stringify(value) : wellFormed(text);
}
