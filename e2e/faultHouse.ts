import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect } from 'vitest';
import type { ToolCall, Turn } from '#shared/conversation/state.ts';
import type { ServerView } from '#shared/servers/status.ts';
import type { SettingsChange } from '#shared/settings/settings.ts';
import type { Limits } from '../electron/mcp/limits.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { callsReceived, dist, fixture, makeFolder, type Received } from './paths.ts';

/** Short limits for tests of what happens at them. */
export const shortLimits: Partial<Limits> = { probeMs: 500, startMs: 2000, listMs: 1500, writeMs: 600, graceMs: 300, backoffMs: 100 };

export interface FaultOptions {
  readonly era?: 'legacy' | 'modern';
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: Partial<Limits>;
  /** False for a server that never gets as far as its tools. */
  readonly admit?: boolean;
  readonly settings?: SettingsChange;
}

/** A host with two servers: `bad`, which misbehaves in one named way, and `good`, a recorder that must never notice. */
export class FaultHouse {
  readonly house: TestHost;
  readonly model: ModelServer;
  readonly record: string;
  readonly pidFile: string;
  /** The program of `bad`, a copy of its own. */
  readonly program: string;
  constructor(house: TestHost, model: ModelServer, dir: string) {
    this.house = house;
    this.model = model;
    this.record = path.join(dir, 'record');
    this.pidFile = path.join(dir, 'pids');
    this.program = path.join(dir, 'scripted.mjs');
  }

  server(key = 'bad'): ServerView {
    const view = this.house.state('servers', {}).find((s) => s.key === key);
    if (!view) throw new Error(`no server ${key}`);
    return view;
  }
  /** Waits for a state of `bad`; `code` is that of its problem. */
  reaches(status: ServerView['state']['status'], code?: string, timeoutMs = 20_000): Promise<ServerView> {
    const fits = (view: ServerView): boolean =>
      view.state.status === status && (code === undefined || ('problem' in view.state && view.state.problem.code === code));
    return until(() => fits(this.server()) && this.server(), `bad to be ${status} ${code ?? ''}`, timeoutMs).catch((error: unknown) => {
      throw new Error(`${String(error)}; it is ${JSON.stringify(this.server().state)}`, { cause: error });
    });
  }

  /** One call of `bad`, allowed; resolves when it runs. */
  async begin(tool = 'echo', args: unknown = { text: 'hello' }, chat = 'chat-1'): Promise<void> {
    this.model.script((request) =>
      request.body.messages?.at(-1)?.role === 'user' ? { calls: [{ name: `bad__${tool}`, arguments: args }] } : { text: 'I see.' },
    );
    await this.house.send('go', chat);
    await this.house.answer(await this.house.waiting('tool-call', `"serverKey":"bad"`), 'allow');
  }
  /** The same, until its turn has ended. Proves on the way that the model got exactly one message about the call. */
  async call(tool = 'echo', args: unknown = { text: 'hello' }, chat = 'chat-1'): Promise<{ readonly call: ToolCall; readonly turn: Turn }> {
    await this.begin(tool, args, chat);
    return this.outcome(chat);
  }
  async outcome(chat = 'chat-1'): Promise<{ readonly call: ToolCall; readonly turn: Turn }> {
    const turn = await this.house.ended(chat);
    const [call] = this.house.calls(chat);
    if (!call) throw new Error('the turn has no call');
    if (turn.outcome === 'answered') {
      const told = this.model.requests.at(-1)?.body.messages?.at(-1);
      expect(told).toMatchObject({ role: 'tool', content: 'modelText' in call ? call.modelText : '' });
    }
    return { call, turn };
  }
  /** The other server answers as ever. */
  async goodWorks(chat = 'chat-good'): Promise<void> {
    this.model.script((request) =>
      request.body.messages?.at(-1)?.role === 'user' ? { calls: [{ name: 'good__echo', arguments: { text: 'fine' } }] } : { text: 'ok' },
    );
    const before = callsReceived(this.record).length;
    await this.house.send('check', chat);
    await this.house.answer(await this.house.waiting('tool-call', '"serverKey":"good"'), 'allow');
    await this.house.ended(chat);
    expect(this.house.calls(chat)[0]?.status).toBe('done');
    expect(callsReceived(this.record)).toHaveLength(before + 1);
  }
  /** Process ids that the scripted server noted, by name. */
  noted(name: 'server' | 'helper'): number[] {
    const lines = existsSync(this.pidFile) ? readFileSync(this.pidFile, 'utf8').split('\n') : [];
    return lines.flatMap((line) => (line.startsWith(`${name} `) ? [Number(line.split(' ')[1])] : []));
  }
  stderr(): string {
    return this.server().stderrTail.join('\n');
  }
}

const cleanup: (() => unknown)[] = [];
let descendantsBefore: readonly number[] = [];
/** Ends the house after each test and proves by the process table that nothing of it is left. */
export function endHouses(): void {
  afterEach(async () => {
    for (const work of cleanup.splice(0)) await work();
    await until(() => startedHere().every((pid) => descendantsBefore.includes(pid)), 'every process to be gone', 5000);
  });
}

export async function openFaultHouse(mode: string, options: FaultOptions = {}): Promise<FaultHouse> {
  descendantsBefore = startedHere();
  const model = await startModelServer();
  const aside = makeFolder();
  const env = { MODE: mode, MODE_ERA: options.era ?? 'legacy', PID_FILE: path.join(aside.dir, 'pids'), LIFE_MS: '60000', ...options.env };
  const program = path.join(aside.dir, 'scripted.mjs');
  copyFileSync(dist('e2e', 'scripted.mjs'), program);
  const { dir, remove } = makeFolder({
    bad: { ...fixture('scripted', env), args: [program] },
    good: fixture('recorder', { RECORD_FILE: path.join(aside.dir, 'record') }),
  });
  const environment = { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' };
  const house = await openTestHost(dir, environment, { limits: { armMs: 20, graceMs: 500, ...options.limits } });
  cleanup.push(
    () => house.close(),
    () => model.close(),
    remove,
    aside.remove,
  );
  const fault = new FaultHouse(house, model, aside.dir);
  await house.admit('good');
  if (options.settings) await house.chat.request('settings.change', { change: options.settings });
  if (options.admit === false) await house.answer(await house.waiting('server-trust', '"serverKey":"bad"'), 'allow');
  else await house.admit('bad');
  return fault;
}

/** The live processes below this one (Linux), the test runner's own helpers included. */
export function startedHere(): number[] {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((n) => /^\d+$/.test(n))) {
    const ppid = parentOf(Number(name));
    if (ppid !== undefined) parents.set(ppid, [...(parents.get(ppid) ?? []), Number(name)]);
  }
  const below = (parent: number): number[] => (parents.get(parent) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(process.pid);
}
/** Undefined for what has ended, zombies included. */
function parentOf(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ppid] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : Number(ppid);
  } catch {
    return undefined; // it has ended
  }
}
export const isRunning = (pid: number): boolean => parentOf(pid) !== undefined;
/** How often each exact call arrived; nothing may arrive twice. */
export const timesReceived = (calls: readonly Received[]): number[] => [
  ...calls
    .reduce(
      (times, { params }) => times.set(JSON.stringify(params), (times.get(JSON.stringify(params)) ?? 0) + 1),
      new Map<string, number>(),
    )
    .values(),
];
