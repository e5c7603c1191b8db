/** A chat request as it came over the wire. Only what the rules look at is named. */
export interface ChatBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly messages?: readonly ChatMessage[];
  readonly tools?: readonly ChatTool[];
  readonly [key: string]: unknown;
}
export interface ChatMessage {
  readonly role: string;
  /** A user's may also be a list of parts. */
  readonly content?: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string; readonly arguments: string } }[];
  readonly [key: string]: unknown;
}
export interface ChatTool {
  readonly type: string;
  readonly function: { readonly name: string; readonly description?: string; readonly parameters?: Record<string, unknown> };
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** What a strict endpoint would refuse with 400, in its own kind of words; undefined for a request that is in order. */
export function refusalOf(body: ChatBody): string | undefined {
  if (typeof body.model !== 'string' || body.model === '') return 'you must provide a model parameter';
  if (!Array.isArray(body.messages) || body.messages.length === 0) return "'messages' must be a non-empty array";
  return messagesRefusal(body.messages) ?? toolsRefusal(body.tools) ?? choiceRefusal(body);
}

function messagesRefusal(messages: readonly ChatMessage[]): string | undefined {
  let open: string[] = [];
  for (const [at, message] of messages.entries()) {
    if (message.role === 'tool') {
      const id = message.tool_call_id ?? '';
      if (!open.includes(id))
        return `messages[${at}]: role 'tool' must answer a preceding tool call that is still open (tool_call_id ${id})`;
      open = open.filter((other) => other !== id);
      continue;
    }
    if (open.length > 0) return `messages[${at}]: tool calls without an answer: ${open.join(', ')}`;
    if (!['system', 'user', 'assistant'].includes(message.role)) return `messages[${at}]: unknown role ${message.role}`;
    const calls = message.tool_calls ?? [];
    if (message.tool_calls && calls.length === 0) return `messages[${at}]: empty array for tool_calls`;
    const wrong = contentRefusal(message);
    if (wrong !== undefined && calls.length === 0) return `messages[${at}]: ${wrong}`;
    if (calls.some((call) => !NAME.test(call.function.name))) return `messages[${at}]: tool call name does not match ${NAME.source}`;
    if (calls.some((call) => !isJsonObject(call.function.arguments))) return `messages[${at}]: tool call arguments are not a JSON object`;
    open = calls.map((call) => call.id);
    if (new Set(open).size !== open.length) return `messages[${at}]: duplicate tool call ids`;
  }
  return open.length > 0 ? `tool calls without an answer: ${open.join(', ')}` : undefined;
}

/** Only a user's message may be made of parts, and of those only text and pictures written out. */
function contentRefusal(message: ChatMessage): string | undefined {
  const content: unknown = message.content;
  if (typeof content === 'string') return undefined;
  if (message.role !== 'user' || !Array.isArray(content) || content.length === 0) return 'content must be a string';
  const isPart = (part: { readonly type?: string; readonly text?: unknown; readonly image_url?: { readonly url?: string } }): boolean =>
    (part.type === 'text' && typeof part.text === 'string') ||
    (part.type === 'image_url' && /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/.test(part.image_url?.url ?? ''));
  return content.every(isPart) ? undefined : 'unknown part of content';
}

function toolsRefusal(tools: readonly ChatTool[] | undefined): string | undefined {
  if (tools === undefined) return undefined;
  if (tools.length === 0) return "'tools' must not be empty";
  const names = tools.map((tool) => tool.function.name);
  const bad = names.find((name) => !NAME.test(name));
  if (bad !== undefined) return `tools: name ${JSON.stringify(bad)} does not match ${NAME.source}`;
  if (new Set(names).size !== names.length) return 'tools: names must be unique';
  const shapeless = tools.find(
    ({ function: { parameters } }) => parameters && !(parameters['type'] === 'object' && isObject(parameters['properties'])),
  );
  return shapeless && `Invalid schema for function '${shapeless.function.name}': object schema missing properties`;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

function choiceRefusal({ tools, tool_choice: choice }: ChatBody): string | undefined {
  if (choice === undefined) return undefined;
  if (!tools) return "'tool_choice' is only allowed when 'tools' are specified";
  return ['auto', 'none', 'required'].some((known) => known === choice)
    ? undefined
    : `Invalid value for 'tool_choice': ${JSON.stringify(choice)}`;
}
