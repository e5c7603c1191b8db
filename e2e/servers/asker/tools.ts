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
  },
  required: ['prompt'],
} as const;
const nothing = { type: 'object', properties: {} } as const;

/** The tools of the asker. */
export const definitions = [
  { name: 'ask_model', description: 'Asks the host for an answer of a model and returns it.', inputSchema: asking },
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

/** The params of sampling/createMessage that a tool's arguments stand for. */
export function samplingParams({ prompt: text, system, maxTokens, hint, kind }: Arguments): Record<string, unknown> {
  const content = kind === 'image' ? { type: 'image', data: 'AAAA', mimeType: 'image/png' } : { type: 'text', text };
  return {
    messages: [{ role: 'user', content }],
    maxTokens: maxTokens ?? 100,
    ...(system === undefined ? {} : { systemPrompt: system }),
    ...(hint === undefined ? {} : { modelPreferences: { hints: [{ name: hint }] } }),
    ...(kind === 'tools' ? { tools: [{ name: 'x', inputSchema: { type: 'object' } }] } : {}),
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
