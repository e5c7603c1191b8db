import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { Answers } from './answers.ts';
import { permitKey } from './callLock.ts';

/** A transport whose other end is the test. */
class Wire implements Transport {
  onmessage?: Transport['onmessage'];
  refuses = false;
  async start(): Promise<void> {
    // nothing to start
  }
  async close(): Promise<void> {
    // nothing to close
  }
  async send(): Promise<void> {
    if (this.refuses) throw new Error('refused');
  }
}
function setUp() {
  const wire = new Wire();
  let at = 1000;
  const answers = new Answers({ now: () => (at += 1), onStray: () => undefined });
  const transport: Transport = answers.follow(wire);
  const heard: JSONRPCMessage[] = [];
  transport.onmessage = (message) => heard.push(message);
  const call = (id: number, decisionId: string): Promise<void> =>
    transport.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'x', _meta: { [permitKey]: decisionId } } });
  const receive = (message: Record<string, unknown>): void => wire.onmessage?.({ jsonrpc: '2.0', ...message } as JSONRPCMessage);
  const whys = (): string[] => answers.strays().map(({ why }) => why);
  return { wire, answers, transport, heard, call, receive, whys };
}
const text = (words: string) => ({ content: [{ type: 'text', text: words }] });

test('F10 an answer that nobody waits for is told by size and digest, never by text; every message still goes on', async () => {
  const { answers, call, receive, heard, whys } = setUp();
  await call(1, 'd1');
  const stray = { id: 'CANARY-SECRET-id', result: text('CANARY-SECRET') };
  receive(stray);
  receive({ id: 1, result: text('right') });
  receive({ id: 1, result: text('CANARY-SECRET again') });
  expect(whys()).toEqual(['unknown', 'again']);
  expect(answers.count).toBe(2);
  expect(answers.strays()[0]).toMatchObject({
    bytes: JSON.stringify({ jsonrpc: '2.0', ...stray }).length,
    digest: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
  });
  expect(JSON.stringify(answers.strays())).not.toContain('CANARY');
  expect(heard).toHaveLength(3);
});

test('F10 an id in another form is noted though its answer is taken', async () => {
  const { call, receive, whys } = setUp();
  await call(7, 'd1');
  receive({ id: '7', result: text('right') });
  receive({ id: 7, result: text('again') });
  expect(whys()).toEqual(['other-id', 'again']);
});

test('F10 a flood of answers to nothing is counted whole and kept in small', () => {
  const { answers, receive } = setUp();
  for (let id = 0; id < 20_000; id += 1) receive({ id, result: {} });
  expect(answers.count).toBe(20_000);
  expect(answers.strays()).toHaveLength(50);
  expect(answers.strays().at(-1)?.at).toBeGreaterThan(20_000);
});

test.each([
  ['done', { result: text('late') }],
  ['tool-error', { result: { ...text('late'), isError: true } }],
  ['protocol-error', { error: { code: -32603, message: 'late' } }],
])('F17 a call that was given up tells once of a late answer of the kind %s, with its size', async (end, answer) => {
  const { answers, call, receive, whys } = setUp();
  const told: unknown[] = [];
  await call(1, 'd1');
  await call(2, 'd2');
  answers.whenLate('d1', (late) => told.push(late));
  receive({ id: 2, result: text('in time') });
  receive({ id: 1, ...answer });
  receive({ id: 1, ...answer });
  const size = Buffer.byteLength(JSON.stringify('result' in answer ? answer.result : answer.error));
  expect(told).toEqual([{ end, bytes: size }]);
  expect(whys()).toEqual(['late', 'again']);
});

test('F17 a server that wants something first has not finished, and a new connection answers nothing of the old one', async () => {
  const { answers, call, receive, whys, wire } = setUp();
  const told: unknown[] = [];
  await call(1, 'd1');
  answers.whenLate('d1', (late) => told.push(late));
  receive({ id: 1, result: { resultType: 'input_required', inputRequests: {} } });
  await call(2, 'd2');
  answers.whenLate('d2', (late) => told.push(late));
  answers.follow(wire).onmessage = () => undefined;
  receive({ id: 2, result: text('of the old one') });
  expect([told, whys()]).toEqual([[], ['late', 'unknown']]);
});

test('F10 what did not leave can have no answer', async () => {
  const { wire, call, receive, whys } = setUp();
  wire.refuses = true;
  await expect(call(1, 'd1')).rejects.toThrow('refused');
  receive({ id: 1, result: {} });
  expect(whys()).toEqual(['unknown']);
});
