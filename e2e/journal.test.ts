import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JournalEntry } from '#shared/journal/journal.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { callsReceived, fixture, makeFolder, root } from './paths.ts';

let model: ModelServer;
let folder: ReturnType<typeof makeFolder>;
let house: TestHost | undefined;
let record: string;
type More = Parameters<typeof openTestHost>[2];

async function open(mcpServers: Readonly<Record<string, unknown>> = {}, more: More = {}): Promise<TestHost> {
  folder = makeFolder(mcpServers);
  house = await openTestHost(folder.dir, { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' }, more);
  return house;
}
const recorder = (env: Readonly<Record<string, string>> = {}) => fixture('recorder', { RECORD_FILE: record, ...env });
const call = (name: string, args: unknown) => ({ calls: [{ name, arguments: args }] });

/** All entries, oldest first. */
async function entries(h: TestHost, filter: object = {}): Promise<JournalEntry[]> {
  const page = await h.chat.request('journal.page', { filter, limit: 500 });
  return page.entries.map(({ entry }) => entry).reverse();
}
/** Each entry in a line: kind, what, outcome, who. */
const inShort = (list: readonly JournalEntry[]): string[] =>
  list.map(({ kind, what, outcome, by }) => [kind, what, outcome, by].filter(Boolean).join(' '));

beforeEach(async () => {
  model = await startModelServer();
  record = path.join(makeFolder().dir, 'record');
});
afterEach(async () => {
  await house?.close();
  house = undefined;
  folder.remove();
  await model.close();
});

test('a server’s trust, its tools, a call allowed and one denied are all in the journal, with who decided', async () => {
  const h = await open({ rec: recorder() });
  await h.admit('rec');
  model.script([call('rec__add', { a: 1, b: 2 }), call('rec__echo', { text: 'no' }), { text: 'done' }]);
  await h.send('go');
  await h.answer(await h.waiting('tool-call', 'add'), 'allow');
  await h.answer(await h.waiting('tool-call', 'echo'), 'deny');
  const turn = await h.ended();
  const all = await entries(h);
  expect(inShort(all)).toEqual([
    'decision server-trust allowed person',
    'trust trusted',
    'decision tools allowed person',
    'trust accepted',
    'decision tool-call allowed person',
    'call sent',
    'call ended done',
    'decision tool-call denied person',
    'call ended denied',
  ]);
  const [decision, sent, ended] = all.slice(4, 7);
  const args = { digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string, bytes: 13, preview: '{"a":1,"b":2}' };
  const which = { serverKey: 'rec', toolName: 'add', conversationId: 'chat-1', turnId: turn.id, arguments: args };
  expect(decision).toMatchObject({ ...which, details: { reason: 'no-rule', answer: 'allow' } });
  expect(sent).toMatchObject({ ...which, decisionId: decision?.decisionId, callId: decision?.callId });
  expect(ended).toMatchObject({ ...which, result: { bytes: expect.any(Number) as number }, ms: expect.any(Number) as number });
  expect(decision?.askedAt).toBeLessThanOrEqual(decision?.at ?? 0);
  expect(await h.chat.request('journal.verify', {})).toEqual({ intact: true, entries: 9 });
  await until(() => h.state('journal', {}).count === 9, 'the topic to tell of nine entries');
});

test('a rule’s decision says which rule, and the rule’s making and revoking are entries of their own', async () => {
  const h = await open({ rec: recorder() });
  await h.admit('rec');
  model.script((_request, index) => (index % 2 === 0 ? call('rec__add', { a: index, b: 1 }) : { text: 'ok' }));
  await h.send('add');
  await h.answer(await h.waiting('tool-call'), 'allow-always');
  await h.ended();
  await h.send('add again', 'chat-2');
  await h.ended('chat-2');
  const [rule] = h.state('rules', {});
  await h.chat.request('rule.revoke', { id: rule?.id ?? '' });
  const about = (await entries(h)).filter((entry) => entry.ruleId !== undefined);
  expect(inShort(about)).toEqual(['rule added allow', 'decision tool-call allowed rule', 'rule removed allow']);
  expect(new Set(about.map((entry) => entry.ruleId))).toEqual(new Set([rule?.id]));
});

test('withdrawn, amended and overtaken decisions are entries too', async () => {
  const defs = path.join(path.dirname(record), 'defs.json');
  const tool = { name: 'echo', description: 'one', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } };
  writeFileSync(defs, JSON.stringify([tool]));
  const h = await open({ rec: recorder({ DEFS_FILE: defs }) });
  await h.admit('rec');
  model.script((_request, index) => (index === 1 ? { text: 'ok' } : call('rec__echo', { text: `t${index}` })));
  await h.send('edit');
  const first = await h.waiting('tool-call');
  await h.decisions.request('decision.amend', { id: first.id, text: '{"text":"mine"}' });
  await h.answer(await h.waiting('tool-call', 'mine'), 'allow');
  await h.ended();
  await h.send('stop');
  await h.waiting('tool-call', 't2');
  await h.chat.request('conversation.stop', { conversationId: 'chat-1' });
  await h.ended();
  await h.send('change', 'chat-2');
  const overtaken = await h.waiting('tool-call', 't3');
  writeFileSync(defs, JSON.stringify([{ ...tool, description: 'two' }]));
  await h.waiting('tools', '"change":"changed"');
  await h.answer(overtaken, 'allow');
  await until(() => h.calls('chat-2')[0]?.status === 'not-sent', 'the call not to be sent');
  await h.chat.request('conversation.stop', { conversationId: 'chat-2' });
  await h.close();
  house = await openTestHost(folder.dir);
  const withdrawn = (await entries(house)).filter((entry) => entry.outcome === 'withdrawn');
  expect(withdrawn.map(({ what, details }) => `${what} ${JSON.stringify(details?.because)}`).slice(0, 3)).toEqual([
    'tool-call "amended"',
    'tool-call "stopped"',
    'tool-call "changed"',
  ]);
  expect(withdrawn.filter((entry) => entry.what === 'tools')).toHaveLength(1);
});

test('going on is a decision in the journal, and a changed limit is a setting in it; looks are not', async () => {
  const h = await open();
  model.script((_request, index) => call('shop__get_alerts', { time_range: `${index + 1}d` }));
  await h.chat.request('settings.change', { change: { maxRounds: 1, theme: 'dark' } });
  await h.send('go');
  await h.answer(await h.waiting('tool-call'), 'deny');
  await h.answer(await h.waiting('go-on'), 'deny');
  await h.ended();
  const all = await entries(h);
  expect(inShort(all)).toEqual([
    'setting maxRounds',
    'decision tool-call denied person',
    'call ended denied',
    'decision go-on denied person',
  ]);
  expect(all[0]?.details).toEqual({ from: 25, to: 1 });
  expect(all[3]?.details).toMatchObject({ reason: 'rounds', rounds: 1 });
});

test('what is answered in a person’s place says so', async () => {
  const h = await open({ rec: recorder() }, { automatic: (question) => (question.kind === 'tool-call' ? 'deny' : 'allow') });
  await until(
    () =>
      h
        .state('servers', {})
        .find((s) => s.key === 'rec')
        ?.tools.some((t) => t.accepted),
    'the tools to be accepted',
  );
  model.script([call('rec__add', { a: 1, b: 2 }), { text: 'ok' }]);
  await h.send('go');
  await h.ended();
  expect(inShort(await entries(h, { kind: 'decision' }))).toEqual([
    'decision server-trust allowed automatic',
    'decision tools allowed automatic',
    'decision tool-call denied automatic',
  ]);
});

test('S45 no secret of arguments, results, environment, keys or command lines is in the journal or its export', async () => {
  const server = recorder({ API_TOKEN: 'CANARY-env-0123456789abcdef' }) as { args: string[] };
  const h = await open({ rec: { ...server, args: [...server.args, '--api-key', 'CANARY-arg', '--password=CANARY'] } });
  await h.admit('rec');
  model.script([
    call('rec__echo', { text: 'sk-CANARY-0123456789abcdef' }),
    call('rec__echo', { text: `Authorization: Bearer CANARY` }),
    { text: 'ok' },
  ]);
  await h.send('CANARY in the title');
  for (const text of ['sk-CANARY', 'Bearer']) await h.answer(await h.waiting('tool-call', text), 'allow');
  await h.ended();
  expect(callsReceived(record)[0]?.line).toContain('sk-CANARY-0123456789abcdef');
  const rows = h.host.database.prepare('SELECT * FROM journal').all();
  expect(rows.length).toBeGreaterThan(8);
  expect(JSON.stringify(rows)).not.toContain('CANARY');
  const file = path.join(folder.dir, 'out.jsonl');
  await h.chat.request('journal.export', { filter: {}, path: file });
  expect(readFileSync(file, 'utf8')).not.toContain('CANARY');
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(rows.length);
});

test('I1 a call under a standing rule takes two commits, verdict with its permission spent and the end; its whole turn takes six', async () => {
  const h = await open({ rec: recorder() });
  await h.admit('rec');
  model.script((_request, index) => (index % 2 === 0 ? call('rec__add', { a: index, b: 1 }) : { text: 'ok' }));
  await h.send('add');
  await h.answer(await h.waiting('tool-call'), 'allow-always');
  await h.ended();
  const seen: number[] = [];
  const conversationId = 'chat-2';
  h.host.hub.watch('conversation', { conversationId }, (frame) => {
    const type = frame.kind === 'event' ? (frame.event as { type: string }).type : '';
    if (type === 'model.finished' || type === 'call.finished') seen.push(commitsIn(path.join(folder.dir, 'steward.db-wal')));
  });
  const before = commitsIn(path.join(folder.dir, 'steward.db-wal'));
  await h.send('add again', conversationId);
  await h.ended(conversationId);
  const [asked = 0, called = 0] = seen;
  expect(called - asked).toBe(2);
  // Besides: the message, each of the model's two rounds, the end.
  expect(commitsIn(path.join(folder.dir, 'steward.db-wal')) - before).toBe(6);
});

/** Commits in a write-ahead log: frames of the current round that close a transaction, by SQLite's file format. */
function commitsIn(file: string): number {
  const wal = readFileSync(file);
  const pageSize = wal.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at + 24 + pageSize <= wal.length; at += 24 + pageSize) {
    if (wal.readUInt32BE(at + 8) !== wal.readUInt32BE(16) || wal.readUInt32BE(at + 12) !== wal.readUInt32BE(20)) break;
    if (wal.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return commits;
}

test('the journal survives the deletion of a chat; what the models saw in it does not', async () => {
  const h = await open({ rec: recorder() });
  await h.admit('rec');
  model.script([call('rec__add', { a: 1, b: 2 }), { text: 'three' }]);
  await h.send('add');
  await h.answer(await h.waiting('tool-call'), 'allow');
  const { id: turnId } = await h.ended();
  await h.chat.request('chat.delete', { conversationId: 'chat-1' });
  const before = await entries(h);
  await h.close();
  house = await openTestHost(folder.dir);
  expect(await entries(house)).toEqual(before);
  expect(await house.chat.request('journal.verify', {})).toMatchObject({ intact: true });
  const count = (table: string): unknown => house?.host.database.prepare(`SELECT count(*) AS n FROM ${table}`).get();
  expect([count('model_request'), count('model_part'), count('event')]).toEqual([{ n: 0 }, { n: 0 }, { n: 0 }]);
  await expect(house.chat.request('turn.trace', { conversationId: 'chat-1', turnId })).rejects.toMatchObject({
    failure: { code: 'not-found' },
  });
});

test('files copied from a running host hold an intact journal, for a plain Node without the app', async () => {
  const h = await open({ rec: recorder() });
  await h.admit('rec');
  // As a kill would leave them: the write-ahead log not yet taken over.
  const copy = makeFolder();
  for (const name of ['steward.db', 'steward.db-wal']) writeFileSync(path.join(copy.dir, name), readFileSync(path.join(folder.dir, name)));
  const { stdout, status } = spawnSync('npm', ['run', '-s', 'journal:verify', '--', copy.dir], { cwd: root, encoding: 'utf8' });
  expect([stdout, status]).toEqual(['journal: 4 entries, intact\n', 0]);
  copy.remove();
});
