import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { Permits, permitLifeMs, type Permit } from '../decision/permits.ts';
import { admit, permitKey } from './callLock.ts';

const permit: Permit = {
  decisionId: 'd',
  serverKey: 's',
  toolName: 'pay',
  digest: 'sha256-1',
  argumentsText: '{"n":1}',
  conversationId: 'c',
  callId: 'k',
  decidedAt: 1000,
};
function lock(change: { now?: number; digest?: string; spent?: boolean } = {}) {
  const spent: string[] = [];
  const rounds: unknown[] = [];
  const permits = new Permits({
    now: () => change.now ?? 1000,
    digestNow: () => change.digest ?? 'sha256-1',
    spend: (id) => {
      spent.push(id);
      return change.spent !== true;
    },
    addRound: (id, round, digest) => void rounds.push([id, round, digest.length]),
    spendRound: (id, round) => {
      spent.push(`${id}:${round}`);
      return change.spent !== true;
    },
  });
  return { permits, spent, rounds };
}
const call = (args: unknown, name = 'pay', meta: object = { [permitKey]: 'd', progressToken: 7 }): JSONRPCMessage =>
  ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, _meta: meta } }) as JSONRPCMessage;

test('I1 a call with its permission passes once, and the permission does not reach the wire', () => {
  const { permits, spent } = lock();
  const issued = permits.issue(permit);
  expect(admit(call({ n: 1 }), 's', permits)).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'pay', arguments: { n: 1 }, _meta: { progressToken: 7 } },
  });
  expect([issued.sent, spent]).toEqual([true, ['d']]);
  expect(() => admit(call({ n: 1 }), 's', permits)).toThrow('nobody has allowed it');
});

test.each<[string, JSONRPCMessage, string, Parameters<typeof lock>[0], string]>([
  ['no permission', call({ n: 1 }, 'pay', {}), 's', {}, 'nobody has allowed it'],
  ['an invented permission', call({ n: 1 }, 'pay', { [permitKey]: 'x' }), 's', {}, 'nobody has allowed it'],
  ['other arguments', call({ n: 2 }), 's', {}, 'other arguments'],
  ['an added argument', call({ n: 1, m: 1 }), 's', {}, 'other arguments'],
  ['another tool', call({ n: 1 }, 'refund'), 's', {}, 'another tool'],
  ['another server', call({ n: 1 }), 't', {}, 'another tool'],
  ['a changed definition', call({ n: 1 }), 's', { digest: 'sha256-2' }, 'changed after'],
  ['an old permission', call({ n: 1 }), 's', { now: 1001 + permitLifeMs }, 'older than five minutes'],
  ['a permission that the disk knows as spent', call({ n: 1 }), 's', { spent: true }, 'spent before'],
])('I2 a call with %s does not leave', (_title, message, serverKey, change, reason) => {
  const { permits } = lock(change);
  const issued = permits.issue(permit);
  expect(() => admit(message, serverKey, permits)).toThrow(reason);
  expect(issued.sent).toBe(false);
});

const next = (more: object): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'pay', arguments: { n: 1 }, ...more, _meta: { [permitKey]: 'd' } },
});

test('MRT-1 I2 a further round of a call leaves once, with exactly the answers and the state that were committed for it', () => {
  const { permits, spent, rounds } = lock();
  permits.issue(permit);
  admit(call({ n: 1 }), 's', permits);
  expect(() => admit(next({ requestState: 'a' }), 's', permits)).toThrow('nobody has allowed it');
  permits.issueRound('d', { requestState: 'a', inputResponsesText: '{"k":{"roots":[]}}' });
  const second = next({ inputResponses: { k: { roots: [] } }, requestState: 'a' });
  expect(admit(second, 's', permits)).toMatchObject({ params: { requestState: 'a', inputResponses: { k: { roots: [] } } } });
  expect(() => admit(second, 's', permits)).toThrow('nobody has allowed it');
  permits.issueRound('d', { requestState: 'b' });
  admit(next({ requestState: 'b' }), 's', permits);
  expect([spent, rounds]).toEqual([
    ['d', 'd:1', 'd:2'],
    [
      ['d', 1, 64],
      ['d', 2, 64],
    ],
  ]);
});

test.each<[string, object]>([
  ['another state', { requestState: 'b', inputResponses: { k: 1 } }],
  ['no state', { inputResponses: { k: 1 } }],
  ['other answers', { requestState: 'a', inputResponses: { k: 2 } }],
  ['no answers', { requestState: 'a' }],
  ['a state that is no text', { requestState: 7, inputResponses: { k: 1 } }],
  ['other arguments', { requestState: 'a', inputResponses: { k: 1 }, arguments: { n: 2 } }],
])('S37 a further round with %s does not leave', (_title, more) => {
  const { permits, spent } = lock();
  permits.issue(permit);
  admit(call({ n: 1 }), 's', permits);
  permits.issueRound('d', { requestState: 'a', inputResponsesText: '{"k":1}' });
  expect(() => admit(next(more), 's', permits)).toThrow();
  expect(spent).toEqual(['d']);
});

test('S37 answers and state do not ride on a first send, and no round follows a call that was not sent or has ended', () => {
  const { permits } = lock();
  permits.issue(permit);
  expect(() => permits.issueRound('d', {})).toThrow('no call to go on with');
  expect(() => admit(next({ requestState: 'a' }), 's', permits)).toThrow('other answers');
  permits.issue({ ...permit, decisionId: 'e' });
  permits.end('e');
  expect(() => permits.issueRound('e', {})).toThrow('no call to go on with');
});

test('everything but a call passes as it is', () => {
  const { permits } = lock();
  const list: JSONRPCMessage = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  expect(admit(list, 's', permits)).toBe(list);
});
