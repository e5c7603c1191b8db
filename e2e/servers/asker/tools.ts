export type Arguments = Readonly<Record<string, unknown>>;

const prompt = { type: 'string', description: 'What to ask the model.' } as const;
const asking = {
  type: 'object',
  properties: {
    prompt,
    system: { type: 'string', description: 'The system text to send along.' },
    maxTokens: { type: 'integer', minimum: 1, description: 'The longest answer, in tokens.' },
    hint: { type: 'string', description: 'A part of the name of the model that is wished for.' },
    kind: { type: 'string', description: 'What to ask with: text, image or tools.', enum: ['text', 'image', 'tools'] },
    request: { type: 'object', description: 'Members of the request, in place of what the rest would make of it.' },
  },
  required: ['prompt'],
} as const;
const nothing = { type: 'object', properties: {} } as const;

/** The tools of the asker. */
export const definitions = [
  { name: 'ask_model', description: 'Asks the host for an answer of a model and returns it.', inputSchema: asking },
  { name: 'use_tools', description: 'Has a model use tools of its own until it is done, and returns all messages.', inputSchema: asking },
  { name: 'list_folders', description: 'Asks the host for the folders it may use.', inputSchema: nothing },
  { name: 'ask_both', description: 'Asks for both at the same time.', inputSchema: asking },
  { name: 'ask_form', description: 'Asks for information from the person.', inputSchema: nothing },
  { name: 'heavy', description: 'Wants a very large state carried along.', inputSchema: nothing },
  {
    name: 'loop',
    description: 'Wants to be called again and again before it answers.',
    inputSchema: {
      type: 'object',
      properties: { rounds: { type: 'integer', minimum: 0, description: 'How often.' } },
      required: ['rounds'],
    },
  },
] as const;

const ownTools = [
  {
    name: 'weather.now',
    description: 'Tells the weather of a city.',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
  { name: 'clock', description: 'Tells the time.', inputSchema: { type: 'object' } },
];

interface Content {
  readonly type: string;
  readonly id?: string;
  readonly name?: string;
}
/** The messages with a model's answer and, where it used tools, their results; `isDone` when it used none. */
export function afterAnswer(
  messages: readonly unknown[],
  answer: unknown,
): { readonly messages: readonly unknown[]; readonly isDone: boolean } {
  const { content } = answer as { readonly content: Content | readonly Content[] };
  const uses = [content].flat().filter(({ type }) => type === 'tool_use');
  const results = uses.map(({ id, name }) => ({
    type: 'tool_result',
    toolUseId: id,
    content: [{ type: 'text', text: `result of ${name}` }],
  }));
  const said = [...messages, { role: 'assistant', content }];
  return uses.length === 0 ? { messages: said, isDone: true } : { messages: [...said, { role: 'user', content: results }], isDone: false };
}
/** What `use_tools` asks with, at first and later. */
export const toolParams = (args: Arguments, messages?: readonly unknown[]): Record<string, unknown> => {
  const params = samplingParams({ ...args, kind: 'tools' });
  return messages ? { ...params, messages } : params;
};

/** The params of sampling/createMessage that a tool's arguments stand for. */
export function samplingParams({ prompt: text, system, maxTokens, hint, kind, request }: Arguments): Record<string, unknown> {
  const content = kind === 'image' ? { type: 'image', data: 'AAAA', mimeType: 'image/png' } : { type: 'text', text };
  return {
    messages: [{ role: 'user', content }],
    maxTokens: maxTokens ?? 100,
    ...(system === undefined ? {} : { systemPrompt: system }),
    ...(hint === undefined ? {} : { modelPreferences: { hints: [{ name: hint }] } }),
    ...(kind === 'tools' ? { tools: ownTools } : {}),
    ...(request as object | undefined),
  };
}

/** A state with everything in it that a careless echo would change. */
export const state = (round: number): string => `${round} {"a": 1.0 ,"b":"\\u202e\u202eé\u0301\\n"}\t\r\n =`;

/** The host's answers as one line of text, in the order of their names. */
export function textOf(answers: Readonly<Record<string, unknown>>): string {
  return Object.entries(answers)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join(' ');
}
