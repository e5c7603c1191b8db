// An MCP server over stdio with one tool, whose answer has as many bytes as it is asked for.
import readline from 'node:readline';

const tool = {
  name: 'big',
  description: 'Answers with a text of so many characters.',
  inputSchema: { type: 'object', properties: { characters: { type: 'integer', description: 'How many.' } }, required: ['characters'] },
};
const line = `${'A line of an answer that is as long as a line may be in a log file, more or less. '.repeat(1)}0123456789\n`;
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'big', version: '1' } }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [tool] }),
  'tools/call': ({ arguments: { characters } }) => ({
    content: [{ type: 'text', text: line.repeat(Math.ceil(characters / line.length)).slice(0, characters) }],
  }),
};
readline.createInterface({ input: process.stdin }).on('line', (text) => {
  const { id, method, params } = JSON.parse(text);
  if (id === undefined) return;
  const answer = answers[method];
  const body = answer ? { result: answer(params ?? {}) } : { error: { code: -32601, message: `no method ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
});
