import { InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { recordedTransport, TrafficRecorder } from './recorder.ts';

function recorder(limits: { readonly maxFrames?: number; readonly maxCharacters?: number } = {}) {
  let at = 1000;
  return new TrafficRecorder({ now: () => (at += 10), secrets: () => ['VERY-SECRET'], ...limits });
}
const request = (id: number, method = 'tools/call'): JSONRPCMessage => ({ jsonrpc: '2.0', id, method, params: { name: 'a' } });
const response = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: { content: [] } });

test('LOG-3 an answer is paired with what it answers, with the time between, either way and never across a new start', () => {
  const r = recorder();
  r.begin();
  r.record('out', request(1));
  r.record('out', request(2, 'tools/list'));
  r.record('in', request(1, 'sampling/createMessage'));
  r.record('in', response(2));
  r.record('in', { jsonrpc: '2.0', id: 1, error: { code: -5, message: 'no' } });
  r.record('out', response(1));
  r.begin();
  r.record('in', response(2));
  expect(r.page(0).frames.map((f) => [f.seq, f.direction, f.kind, f.method, f.answers, f.durationMs, f.connection])).toEqual([
    [1, 'out', 'request', 'tools/call', undefined, undefined, 1],
    [2, 'out', 'request', 'tools/list', undefined, undefined, 1],
    [3, 'in', 'request', 'sampling/createMessage', undefined, undefined, 1],
    [4, 'in', 'response', 'tools/list', 2, 20, 1],
    [5, 'in', 'error', 'tools/call', 1, 40, 1],
    [6, 'out', 'response', 'sampling/createMessage', 3, 30, 1],
    [7, 'in', 'response', '', undefined, undefined, 2],
  ]);
});

test('an id that is a text is not the number of the same letters', () => {
  const r = recorder();
  r.record('out', request(1));
  r.record('in', { jsonrpc: '2.0', id: '1', result: {} });
  expect(r.page(0).frames[1]?.answers).toBeUndefined();
});

test('only the latest frames are kept, by number and by size, and a page says where they begin', () => {
  const few = recorder({ maxFrames: 3 });
  for (let id = 1; id <= 5; id++) few.record('out', request(id));
  expect(few.page(0)).toMatchObject({ oldest: 3, latest: 5, frames: [{ seq: 3 }, { seq: 4 }, { seq: 5 }] });
  expect(few.page(4).frames.map((f) => f.seq)).toEqual([5]);
  expect(few.page(5).frames).toEqual([]);
  const small = recorder({ maxCharacters: 200 });
  for (let id = 1; id <= 10; id++) small.record('out', request(id));
  expect(small.all().length).toBeLessThan(4);
  small.clear();
  expect(small.page(0)).toEqual({ frames: [], oldest: 11, latest: 10 });
});

test('log messages are kept apart, without secrets', () => {
  const r = recorder();
  r.record('in', { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'warning', logger: 'db', data: 'lost VERY-SECRET' } });
  r.record('in', { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: { token: 'x', rows: 3 } } });
  expect(r.logs()).toMatchObject([
    { level: 'warning', logger: 'db', text: 'lost [redacted]' },
    { level: 'info', logger: '', text: '{"token":"[redacted]","rows":3}' },
  ]);
});

test('a recorded transport passes everything on, keeps what it has, and tells of what did not leave', async () => {
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  const marked = Object.assign(mine, { pid: null, hasPerRequestStream: true });
  const r = recorder();
  const transport = recordedTransport(marked, r);
  expect(transport.pid).toBeNull();
  expect('hasPerRequestStream' in transport).toBe(true);
  const [got, heard]: [JSONRPCMessage[], JSONRPCMessage[]] = [[], []];
  let closed = 0;
  transport.onmessage = (message) => void heard.push(message);
  transport.onclose = () => void (closed += 1);
  theirs.onmessage = (message) => void got.push(message);
  await theirs.start();
  await transport.start();
  await transport.send(request(1));
  await theirs.send(response(1));
  expect([got.length, heard.length]).toEqual([1, 1]);
  await transport.close();
  await expect(transport.send(request(2))).rejects.toThrow();
  expect(closed).toBe(1);
  expect(r.all().map((f) => `${f.direction} ${f.kind} ${f.answers ?? ''}`)).toEqual([
    'out request ',
    'in response 1',
    'out request ',
    'out unsent 3',
  ]);
});
