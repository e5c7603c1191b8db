import { expect, test } from 'vitest';
import { run } from './processFixtures.ts';

test('F11 an answer that says it is JSON-RPC and is none settles its request with an error', async () => {
  const { messages } = await run(`
    const line = (v) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...v }) + '\\n');
    line({ id: 1, error: { message: 'no code' } }); line({ id: 'a', error: { code: 1.5 } }); line({ id: 2, result: 'text' });
    line({ id: null, error: {} }); line({ method: 'last' });`);
  await expect.poll(() => messages.at(-1)).toMatchObject({ method: 'last' });
  expect(messages.slice(0, 3)).toMatchObject([
    { id: 1, error: { code: -32603, message: 'no code' } },
    { id: 'a', error: { code: -32603 } },
    { id: 2, error: { code: -32603 } },
  ]);
});
