import type { ChatCompletionCreateParamsStreaming, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { ModelCall, ModelMessage, ModelRequest } from './provider.ts';
import { defaultQuirks, type Quirks } from './quirks.ts';
import { toParameters } from './toolSchema.ts';

/** The body of a chat completion for a request. Pure; members that would be empty are left out, since some endpoints refuse them. */
export function toRequest(request: ModelRequest, model: string, quirks: Quirks = defaultQuirks): ChatCompletionCreateParamsStreaming {
  const lastQuestion = request.messages.findLastIndex((message) => message.role === 'user');
  const messages = request.messages.flatMap((message, at) =>
    toMessage(message, quirks.returnReasoning === 'this-turn' && at > lastQuestion),
  );
  const tools = request.tools.map(({ name, description, parameters }) => ({
    type: 'function' as const,
    function: {
      name,
      ...(description === '' ? {} : { description: wellFormed(description) }),
      parameters: toParameters(parameters, quirks),
    },
  }));
  return {
    model,
    messages: request.system === '' ? messages : [{ role: 'system', content: wellFormed(request.system) }, ...messages],
    ...(tools.length === 0 ? {} : { tools }),
    stream: true,
    ...(quirks.streamUsage ? { stream_options: { include_usage: true } } : {}),
  };
}

function toMessage(message: ModelMessage, withReasoning: boolean): ChatCompletionMessageParam[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: wellFormed(message.text) }];
    case 'tool':
      return [{ role: 'tool', tool_call_id: message.callId, content: wellFormed(message.text) }];
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

const toToolCall = (call: ModelCall): { id: string; type: 'function'; function: { name: string; arguments: string } } => ({
  id: call.id,
  type: 'function',
  function: { name: call.name, arguments: sendableArguments(call.argumentsText) },
});

/** Endpoints parse the arguments in the history and fail on broken ones, so what the model wrote badly goes back as a member of an object. */
function sendableArguments(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return wellFormed(text);
  } catch {
    return JSON.stringify({ unreadable_arguments: wellFormed(text) });
  }
  return JSON.stringify({ unreadable_arguments: wellFormed(text) });
}

/** Half a surrogate pair, e.g. from a text cut by length, makes the whole request invalid for strict endpoints. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');
