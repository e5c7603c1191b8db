/** A request to the messages API as it came over the wire. Only what the rules look at is named. */
export interface MessagesBody {
  readonly model?: string;
  readonly max_tokens?: number;
  readonly messages?: readonly { readonly role: string; readonly content: readonly Block[] | string }[];
  readonly tool_choice?: { readonly type: string };
  readonly tools?: readonly { readonly name: string; readonly input_schema?: Record<string, unknown> }[];
}
export interface Block {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly thinking?: string;
  readonly signature?: string;
  readonly source?: { readonly type: string; readonly media_type: string; readonly data: string };
}

const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const ID = /^[a-zA-Z0-9_-]+$/;
const PROPERTY = /^[a-zA-Z0-9_.-]{1,64}$/;

/** What the endpoint signs thinking with, so that a changed word is found out. */
export const signatureOf = (thinking: string): string => `signed:${Buffer.from(thinking).toString('base64')}`;

/** What the real API would refuse with 400, in its own kind of words; undefined for a request that is in order. */
export function messagesRefusal(body: MessagesBody, thoughtful: ReadonlySet<string>): string | undefined {
  if (typeof body.model !== 'string' || body.model === '') return 'model: Field required';
  if (typeof body.max_tokens !== 'number') return 'max_tokens: Field required';
  const messages = body.messages ?? [];
  if (messages.length === 0) return 'messages: at least one message is required';
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  const ids: string[] = [];
  for (const [at, { role, content }] of messages.entries()) {
    const blocks = blocksOf(content);
    const wrong =
      (role !== 'user' && role !== 'assistant' && `unknown role ${role}`) ||
      (blocks.length === 0 && 'all messages must have non-empty content') ||
      blocks.map((block) => blockRefusal(block, role)).find((said) => said !== undefined) ||
      resultsRefusal(blocks, blocksOf(messages[at - 1]?.content));
    if (wrong) return `messages.${at}: ${wrong}`;
    ids.push(...blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id ?? ''] : [])));
  }
  if (new Set(ids).size !== ids.length) return 'messages: `tool_use` ids must be unique';
  return unansweredRefusal(messages) ?? thinkingRefusal(messages, thoughtful) ?? toolsRefusal(body.tools) ?? choiceRefusal(body);
}

const blocksOf = (content: readonly Block[] | string | undefined): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);

function blockRefusal(block: Block, role: string): string | undefined {
  switch (block.type) {
    case 'text':
      return (block.text ?? '').trim() === '' ? 'text content blocks must contain non-whitespace text' : undefined;
    case 'tool_use':
      if (role !== 'assistant') return '`tool_use` blocks can only be in assistant messages';
      if (!ID.test(block.id ?? '')) return `tool_use.id: should match pattern ${ID.source}`;
      if (!NAME.test(block.name ?? '')) return `tool_use.name: should match pattern ${NAME.source}`;
      return isObject(block.input) ? undefined : 'tool_use.input: Input should be a valid dictionary';
    case 'tool_result':
      return role === 'user' ? undefined : '`tool_result` blocks can only be in user messages';
    case 'image':
      if (role !== 'user') return '`image` blocks can only be in user messages';
      return block.source?.type === 'base64' && /^image\//.test(block.source.media_type)
        ? undefined
        : 'image.source: Input should be valid';
    case 'thinking':
      return block.signature === signatureOf(block.thinking ?? '') ? undefined : 'Invalid `signature` in `thinking` block';
    default:
      return `unknown block ${block.type}`;
  }
}

/** Every result belongs to a call of the message right before, and results come first. */
function resultsRefusal(blocks: readonly Block[], before: readonly Block[]): string | undefined {
  const results = blocks.filter((block) => block.type === 'tool_result');
  const stray = results.find((result) => !before.some((block) => block.type === 'tool_use' && block.id === result.tool_use_id));
  if (stray) return `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray.tool_use_id}`;
  return results.length > 0 && blocks[results.length - 1]?.type !== 'tool_result' ? 'tool_result blocks must come first' : undefined;
}

function unansweredRefusal(messages: NonNullable<MessagesBody['messages']>): string | undefined {
  for (const [at, { content }] of messages.entries()) {
    const next = blocksOf(messages[at + 1]?.content);
    const open = blocksOf(content).find((block) => block.type === 'tool_use' && !next.some((one) => one.tool_use_id === block.id));
    if (open) return `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.id}`;
  }
  return undefined;
}

/** While its tools are answered, an answer that began with thinking has to come back with it. */
function thinkingRefusal(messages: NonNullable<MessagesBody['messages']>, thoughtful: ReadonlySet<string>): string | undefined {
  const last = blocksOf(messages.findLast(({ role }) => role === 'assistant')?.content);
  const isOpen = messages.at(-1)?.role === 'user' && blocksOf(messages.at(-1)?.content).every((block) => block.type === 'tool_result');
  const wants = isOpen && last.some((block) => thoughtful.has(block.id ?? ''));
  return wants && last[0]?.type !== 'thinking' ? 'Expected `thinking` or `redacted_thinking`, but found `tool_use`' : undefined;
}

function toolsRefusal(tools: MessagesBody['tools']): string | undefined {
  if (tools === undefined) return undefined;
  for (const [at, tool] of tools.entries()) {
    if (!NAME.test(tool.name)) return `tools.${at}.name: should match pattern ${NAME.source}`;
    const schema = tool.input_schema;
    if (schema?.['type'] !== 'object') return `tools.${at}.input_schema.type: Field required`;
    if (['oneOf', 'allOf', 'anyOf'].some((key) => key in schema))
      return `tools.${at}.input_schema: does not support oneOf, allOf, or anyOf at the top level`;
    const key = Object.keys(isObject(schema['properties']) ? schema['properties'] : {}).find((name) => !PROPERTY.test(name));
    if (key !== undefined) return `tools.${at}.input_schema.properties: Property keys should match pattern '${PROPERTY.source}'`;
  }
  return new Set(tools.map((tool) => tool.name)).size === tools.length ? undefined : 'tools: Tool names must be unique.';
}

function choiceRefusal({ tools, tool_choice: choice }: MessagesBody): string | undefined {
  if (choice === undefined) return undefined;
  if (!tools) return 'tool_choice may only be specified while providing tools';
  return ['auto', 'any', 'none'].includes(choice.type) ? undefined : 'tool_choice.type: Input should be auto, any or none';
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
