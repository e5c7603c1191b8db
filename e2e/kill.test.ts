import { DatabaseSync } from '@photostructure/sqlite';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { callsOf, type ToolCall } from '#shared/conversation/state.ts';
import { isRunning } from './faultHouse.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { callsReceived, dist, fixture, makeFolder, received, root } from './paths.ts';

const generations = 50;
/** The seed of the instants; a failure names its generation, and the same seed gives the same instants. */
const seed = Number(process.env.STEWARD_SEED ?? 20_261_130);

let model: ModelServer | undefined;
let house: TestHost | undefined;
const children: ChildProcess[] = [];
const cleanup: (() => void)[] = [];
afterEach(async () => {
  await house?.close();
  house = undefined;
  await model?.close();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const work of cleanup.splice(0)) work();
});

/** A random number between 0 and 1, the same ones for one seed. */
function randomNumbers(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Every live process whose environment or command line names the folder. */
function mentioning(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
    .filter((pid) => {
      try {
        const text = readFileSync(`/proc/${pid}/environ`, 'utf8') + readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return text.includes(folder) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      } catch {
        return false; // it has ended
      }
    });
}

interface Run {
  readonly child: ChildProcess;
  readonly lines: string[];
}
function startHost(dir: string, aside: string, generation: number): Run {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DIR: dir,
    MODEL_URL: model?.url,
    GENERATION: String(generation),
    DIST: dist(),
    ASIDE: aside,
  };
  const child = spawn(process.execPath, [dist('e2e', 'killedHost.mjs')], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const lines: string[] = [];
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const all = (rest + String(chunk)).split('\n');
    rest = all.pop() ?? '';
    lines.push(...all);
  });
  child.stderr.on('data', (chunk: Buffer) => lines.push(`stderr ${String(chunk)}`));
  return { child, lines };
}

async function prepare(
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly dir: string; readonly aside: string; readonly record: string }> {
  model = await startModelServer();
  const outside = makeFolder();
  const record = path.join(outside.dir, 'record');
  const stubborn = fixture('scripted', { MODE: 'stubborn,grandchild,daemon', PID_FILE: path.join(outside.dir, 'pids'), LIFE_MS: '120000' });
  const { dir, remove } = makeFolder({ rec: fixture('recorder', { RECORD_FILE: record }), stub: stubborn, ...more });
  cleanup.push(remove, outside.remove);
  house = await openHouse(dir);
  await house.admit('rec');
  await house.admit('stub');
  await house.chat.request('settings.change', { change: { callsPerMinute: 10_000 } });
  return { dir, aside: outside.dir, record };
}
const openHouse = (dir: string): Promise<TestHost> =>
  openTestHost(
    dir,
    { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model?.url ?? '', OPENAI_MODEL: 'scripted' },
    { limits: { graceMs: 100, armMs: 20 } },
  );

/** Each message of the person leads to an echo and a slow call of its very text, and each fifth one also to a call that must wait. */
function scriptTurns(): void {
  model?.script((request) => {
    const last = request.body.messages?.at(-1);
    const text = String(last?.content);
    if (last?.role !== 'user') return { text: ['Done ', 'with ', 'it.'], pieceMs: 5 };
    const waits = /\.\d*[49]$/.test(text) ? [{ name: 'rec__add', arguments: { a: 1, b: text.length } }] : [];
    return {
      text: ['Let ', 'me ', 'see.'],
      pieceMs: 5,
      calls: [{ name: 'rec__echo', arguments: { text } }, { name: 'rec__slow', arguments: { ms: 20 + (text.length % 7) } }, ...waits],
    };
  });
}

/** What must hold of every call after a crash, by what was on the wire. */
function checkCall(call: ToolCall, onWire: readonly string[]): void {
  if (call.toolName !== 'echo') return;
  const { text } = JSON.parse(call.argumentsText) as { text: string };
  const times = onWire.filter((sent) => sent === text).length;
  if (call.status === 'done') expect(times, text).toBe(1);
  else if (call.status === 'not-sent') expect(times, text).toBe(0);
  else {
    expect(call.status, text).toBe('unknown');
    expect(times, text).toBeLessThanOrEqual(1);
  }
}

test(`F37 I15 I16 ${generations} kills at random instants: the database opens, each acknowledged message is there, no call is sent twice, and nothing is left running`, async () => {
  const { dir, aside, record } = await prepare();
  scriptTurns();
  // Two rules, so that calls run without a person; `add` has none and waits.
  await house?.send('message 0.0', 'chat-rules');
  for (const tool of ['echo', 'slow']) await house?.answer(await house.waiting('tool-call', `"toolName":"${tool}"`), 'allow-always');
  await house?.ended('chat-rules');
  await house?.close();
  house = undefined;

  const random = randomNumbers(seed);
  const acknowledged: { readonly chat: string; readonly text: string }[] = [];
  for (let generation = 1; generation <= generations; generation += 1) {
    const leftovers = mentioning(aside);
    const { child, lines } = startHost(dir, aside, generation);
    const early = random() < 0.2;
    if (!early) await until(() => lines.some((line) => line.startsWith('ack')), `generation ${generation} to talk: ${lines.join('|')}`);
    // What the kill before left behind was ended before this one was open.
    if (!early) expect(leftovers.filter(isRunning), `generation ${generation}`).toEqual([]);
    await sleep(random() ** 2 * (early ? 900 : 2000));
    child.kill('SIGKILL');
    await once(child, 'exit');
    // A database that could not be read would have been set aside, with a notice.
    expect(lines.filter((line) => line.startsWith('open')).join(), `generation ${generation}`).not.toContain('database-replaced');
    acknowledged.push(
      ...lines.flatMap((line) =>
        line.startsWith('ack ') ? [{ chat: line.split(' ')[1] ?? '', text: line.split(' ').slice(2).join(' ') }] : [],
      ),
    );
  }

  house = await openHouse(dir);
  const db = new DatabaseSync(path.join(dir, 'steward.db'), { readOnly: true });
  expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  db.close();
  const onWire = callsReceived(record).flatMap(({ params }) =>
    params?.name === 'echo' ? [String((params.arguments as { text: string }).text)] : [],
  );
  expect(new Set(onWire).size).toBe(onWire.length);
  expect(acknowledged.length).toBeGreaterThan(generations / 2);
  const counts = new Map<string, number>();
  for (const chat of new Set(acknowledged.map((a) => a.chat))) {
    const { turns } = house.state('conversation', { conversationId: chat });
    const questions = turns.map((turn) => turn.question);
    for (const { text } of acknowledged.filter((a) => a.chat === chat)) expect(questions).toContain(text);
    for (const turn of turns) {
      expect(turn.outcome).not.toBe('open');
      for (const call of callsOf(turn)) {
        checkCall(call, onWire);
        counts.set(call.status, (counts.get(call.status) ?? 0) + 1);
      }
    }
  }
  // The instants were worth something: calls were met before they left, and while they ran.
  expect(counts.get('done')).toBeGreaterThan(10);
  expect((counts.get('unknown') ?? 0) + (counts.get('not-sent') ?? 0)).toBeGreaterThan(5);
  await house.close();
  house = undefined;
  await until(() => mentioning(aside).length === 0, `nothing to be left: ${mentioning(aside).join(' ')}`, 10_000);
  expect(existsSync(`${record}.pid`)).toBe(true);
}, 170_000);

test('F38 killed after the decision was saved and before the call left: not sent, and it needs a new decision', async () => {
  const slow = fixture('scripted', { MODE: 'slow-start', DELAY_MS: '3000' });
  const { dir, aside } = await prepare({ slow });
  await house?.admit('slow');
  const script = { calls: [{ name: 'slow__echo', arguments: { text: 'x' } }] };
  model?.script((request) => (request.body.messages?.at(-1)?.role === 'user' ? script : { text: 'I see.' }));
  await house?.send('message 0.0', 'chat-rules');
  await house?.answer((await house?.waiting('tool-call')) ?? { id: '' }, 'allow-always');
  await house?.ended('chat-rules');
  await house?.close();
  const { child } = startHost(dir, aside, 1);
  // The server takes three seconds to start; the rule has decided long before.
  const db = new DatabaseSync(path.join(dir, 'steward.db'), { readOnly: true });
  const judged = db.prepare("SELECT body FROM event WHERE conversation_id = 'chat-1' AND type = 'call.judged'");
  await until(() => judged.get() !== undefined, 'the decision on disk');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(db.prepare('SELECT count(*) AS n FROM decision WHERE call_id IS NOT NULL AND spent_at IS NULL').get()).toEqual({ n: 1 });
  db.close();
  house = await openHouse(dir);
  const [turn] = house.state('conversation', { conversationId: 'chat-1' }).turns;
  expect(turn).toMatchObject({ outcome: 'interrupted' });
  expect(turn && callsOf(turn)[0]).toMatchObject({ status: 'not-sent' });
  expect(house.state('decisions', {})).toEqual([]);
});

test('F38 killed between sending and the answer: outcome unknown, and never sent again', async () => {
  const { dir, aside, record } = await prepare();
  model?.script((request) =>
    request.body.messages?.at(-1)?.role === 'user' ? { calls: [{ name: 'rec__slow', arguments: { ms: 60_000 } }] } : { text: 'x' },
  );
  await house?.send('message 0.0', 'chat-rules');
  await house?.answer((await house?.waiting('tool-call')) ?? { id: '' }, 'allow-always');
  await house?.chat.request('conversation.stop', { conversationId: 'chat-rules' });
  await house?.ended('chat-rules');
  await house?.close();
  const before = callsReceived(record).length;
  const { child } = startHost(dir, aside, 1);
  await until(() => callsReceived(record).length > before, 'the call on the wire');
  child.kill('SIGKILL');
  await once(child, 'exit');
  house = await openHouse(dir);
  const [turn] = house.state('conversation', { conversationId: 'chat-1' }).turns;
  expect(turn).toMatchObject({ outcome: 'interrupted' });
  expect(turn && callsOf(turn)[0]).toMatchObject({ status: 'unknown', modelText: expect.stringContaining('outcome is unknown') as string });
  await until(() => received(record).length > 0, 'the servers to be back');
  expect(callsReceived(record)).toHaveLength(before + 1);
});
