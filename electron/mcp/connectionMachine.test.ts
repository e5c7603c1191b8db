import { expect, test } from 'vitest';
import { backoffMs, initialMachine, transition, type Effect, type Machine, type MachineEvent } from './connectionMachine.ts';

const problem = { code: 'crashed', detail: 'x' } as const;
const lost = (at: number, final = false): MachineEvent => ({ type: 'lost', at, problem, final, random: 0.5 });
const connected = (at: number): MachineEvent => ({ type: 'connected', at, era: 'modern', version: '2026-07-28', readyMs: 10 });
const start = (at: number, by: 'person' | 'app' = 'app'): MachineEvent => ({ type: 'start', at, by });

function run(machine: Machine, ...events: MachineEvent[]): { machine: Machine; effects: Effect[] } {
  const effects: Effect[] = [];
  for (const event of events) {
    const step = transition(machine, event);
    machine = step.machine;
    effects.push(...step.effects);
  }
  return { machine, effects };
}
const off = initialMachine({ status: 'off' });

test('a start opens, a handshake makes it ready, a loss backs off and a timer opens again', () => {
  const { machine, effects } = run(off, start(0), connected(5), lost(10), { type: 'timer', at: 1010 });
  expect(machine.view).toEqual({ status: 'starting', attempt: 2 });
  expect(effects).toEqual([{ type: 'open' }, { type: 'lost-ready' }, { type: 'timer', ms: 1000 }, { type: 'open' }]);
});

test('UB10 starting twice opens once', () => {
  expect(run(off, start(0), start(1), start(2, 'person')).effects).toEqual([{ type: 'open' }]);
});

test('F5 five starts within ten minutes, then the person must act, and their click starts afresh', () => {
  let state = off;
  let at = 0;
  let opens = 0;
  for (let i = 0; i < 10; i++) {
    const step = run(state, i === 0 ? start(at) : { type: 'timer', at }, lost(at + 50));
    state = step.machine;
    opens += step.effects.filter((e) => e.type === 'open').length;
    at += 60_000;
  }
  expect(opens).toBe(5);
  expect(state.view).toEqual({ status: 'failed', problem: { code: 'keeps-crashing', detail: 'x' } });
  expect(run(state, start(at, 'person')).machine.view).toEqual({ status: 'starting', attempt: 1 });
});

test('a server that held a minute has recovered: its next loss begins the backoff anew', () => {
  const { machine } = run(off, start(0), lost(1), { type: 'timer', at: 1000 }, connected(1001), lost(70_000));
  expect(machine.view).toMatchObject({ status: 'backoff', attempt: 0 });
});

test('F1 a problem that trying again can not mend is not tried again', () => {
  const { machine, effects } = run(off, start(0), lost(1, true));
  expect(machine.view.status).toBe('failed');
  expect(effects).toEqual([{ type: 'open' }]);
});

test.each(['off', 'idle', 'untrusted'] as const)('a stop of a running server closes it and rests at %s', (to) => {
  const { machine, effects } = run(off, start(0), connected(1), { type: 'stop', at: 2, to }, { type: 'stopped', at: 3 });
  expect(machine.view.status).toBe(to);
  expect(effects).toEqual([{ type: 'open' }, { type: 'lost-ready' }, { type: 'close' }]);
});

test('a restart waits for the old process before it opens the new one', () => {
  const { machine, effects } = run(off, start(0), connected(1), { type: 'stop', at: 2, to: 'start' });
  expect(machine.view.status).toBe('stopping');
  expect(effects.at(-1)).toEqual({ type: 'close' });
  expect(run(machine, start(3)).effects).toEqual([]);
  expect(run(machine, { type: 'stopped', at: 4 })).toMatchObject({
    machine: { view: { status: 'starting' } },
    effects: [{ type: 'open' }],
  });
});

test('late news of a connection that is gone change nothing', () => {
  const { machine } = run(off, start(0), { type: 'stop', at: 1, to: 'off' }, { type: 'stopped', at: 2 });
  for (const event of [connected(3), lost(3), { type: 'timer', at: 3 } as const])
    expect(run(machine, event)).toEqual({ machine, effects: [] });
});

test('the backoff doubles to a minute, a fifth more or less', () => {
  expect([1, 2, 3, 7, 20].map((n) => backoffMs(n, 0.5))).toEqual([1000, 2000, 4000, 60_000, 60_000]);
  expect([backoffMs(1, 0), backoffMs(1, 1)]).toEqual([800, 1200]);
});

test('UC1 a lost session is begun anew at once, but only once within a minute', () => {
  const forgotten = (at: number): MachineEvent => ({ type: 'lost', at, problem, final: false, random: 0.5, fresh: true });
  const first = run(off, start(0), connected(1), forgotten(2));
  expect(first.machine.view.status).toBe('starting');
  expect(first.effects.at(-1)).toEqual({ type: 'open' });
  const second = run(first.machine, connected(3), forgotten(4));
  expect(second.machine.view.status).toBe('backoff');
  expect(run(second.machine, { type: 'timer', at: 5000 }, connected(5001), forgotten(70_000)).machine.view.status).toBe('starting');
});

test('F23 what comes from outside is tried for ever, and a server’s own wish to wait is honoured', () => {
  const busy = (at: number): MachineEvent => ({ type: 'lost', at, problem, final: false, random: 0.5, patient: true, waitMs: 90_000 });
  let { machine } = run(off, start(0), busy(1));
  for (let n = 1; n < 20; n++) machine = run(machine, { type: 'timer', at: n * 1000 }, busy(n * 1000 + 1)).machine;
  expect(machine.view).toMatchObject({ status: 'backoff', untilMs: 19_001 + 90_000 });
});

test('F40 a server that starts at its first call rests after a crash and its pause, and a call starts it', () => {
  const tick = (at: number): MachineEvent => ({ type: 'timer', at, onDemand: true });
  const crashed = run(off, start(0), connected(1), lost(2));
  expect(crashed.machine.view.status).toBe('backoff');
  const rested = run(crashed.machine, tick(1002));
  expect(rested.machine.view).toEqual({ status: 'idle' });
  expect(rested.effects).toEqual([]);
  expect(run(rested.machine, start(5000)).effects).toEqual([{ type: 'open' }]);
});

test('F5 a server that dies of every call is started by five calls, and then no more', () => {
  let machine = off;
  let opens = 0;
  for (let call = 0; call < 10; call++) {
    const step = run(machine, start(call * 1000), connected(call * 1000 + 1), lost(call * 1000 + 2), {
      type: 'timer',
      at: call * 1000 + 900,
      onDemand: true,
    });
    machine = step.machine;
    opens += step.effects.filter(({ type }) => type === 'open').length;
    if (machine.view.status === 'failed') break;
  }
  expect(opens).toBe(5);
  expect(machine.view).toMatchObject({ status: 'failed', problem: { code: 'keeps-crashing' } });
});

test('F5 a crash loop that was given up leaves nothing that would go on: no clock, no process, whatever still arrives', () => {
  let state = off;
  let last: readonly { readonly type: string }[] = [];
  for (let i = 0, at = 0; i < 5; i++, at += 1000) {
    const step = run(state, i === 0 ? start(at) : { type: 'timer', at }, lost(at + 50));
    state = step.machine;
    last = step.effects;
  }
  expect(state.view.status).toBe('failed');
  expect(last).toEqual([{ type: 'open' }]);
  const later: MachineEvent[] = [
    { type: 'timer', at: 9000 },
    { type: 'timer', at: 86_400_000 },
    lost(9000),
    connected(9001),
    { type: 'stopped', at: 9002 },
  ];
  for (const event of later) expect(run(state, event)).toEqual({ machine: state, effects: [] });
});
