import { createHook } from 'node:async_hooks';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { endHouses, isRunning, openFaultHouse, shortLimits, startedHere } from './faultHouse.ts';
import { until } from './harness.ts';
import { fixture } from './paths.ts';

endHouses();

test('F1 what can’t be started fails within a second with the reason and the PATH, is not tried again, and the others work', async () => {
  const f = await openFaultHouse('well');
  const { house } = f;
  const text = path.join(house.dir, 'notes.txt');
  writeFileSync(text, 'just text\n', { mode: 0o755 });
  const forbidden = path.join(house.dir, 'forbidden.sh');
  writeFileSync(forbidden, '#!/bin/sh\nexit 0\n', { mode: 0o644 });
  for (const [key, command, code] of [
    ['missing', 'no-such-command-anywhere', 'command-not-found'],
    ['forbidden', forbidden, 'not-executable'],
    ['text', text, 'not-executable'],
  ] as const) {
    await house.chat.request('server.save', { key, entry: { command } });
    await house.answer(await house.waiting('server-trust', `"serverKey":"${key}"`), 'allow');
    const began = Date.now();
    const state = await until(
      () => house.state('servers', {}).find((s) => s.key === key && s.state.status === 'failed')?.state,
      `${key} to fail`,
    );
    expect(Date.now() - began).toBeLessThan(5000);
    expect(state).toMatchObject({ status: 'failed', problem: { code } });
    expect(JSON.stringify(state)).toContain(command);
    if (key === 'missing') expect(JSON.stringify(state)).toContain('PATH');
  }
  await f.goodWorks();
});

test.each([0, 1, 127])(
  'F2 a server that ends before it answers says with what code (%i), keeps its last words, and is tried again later',
  async (code) => {
    const f = await openFaultHouse('exit-early', {
      admit: false,
      env: { EXIT_CODE: String(code) },
      limits: { ...shortLimits, backoffMs: 20_000 },
    });
    const { state, stderrTail } = await f.reaches('backoff');
    expect(state).toMatchObject({ problem: { code: 'exited-early', detail: `exit code ${code}` } });
    expect(stderrTail.at(-1)).toBe(`cannot start: line 25 <b>&"'`);
    await f.goodWorks();
  },
);

test('F3 a server that answers neither probe nor handshake is not responding, its processes are ended, and the others work meanwhile', async () => {
  const f = await openFaultHouse('hang', { admit: false, limits: shortLimits });
  expect(f.server().state.status).toBe('starting');
  await f.goodWorks();
  await f.reaches('failed', 'not-responding');
  await until(() => f.noted('server').every((pid) => !isRunning(pid)), 'the server to be ended');
});

test('F3 a silent probe leads to the older handshake on the same process', async () => {
  const f = await openFaultHouse('hang-discover', { limits: shortLimits });
  expect(f.server().state).toMatchObject({ status: 'ready', era: 'legacy' });
  expect((await f.call()).call.status).toBe('done');
  expect(f.noted('server')).toHaveLength(1);
});

test('F3 switching off a server that hangs works at once', async () => {
  const f = await openFaultHouse('hang', { admit: false });
  const began = Date.now();
  await f.house.chat.request('server.setDisabled', { key: 'bad', disabled: true });
  await f.reaches('off');
  await until(() => f.noted('server').every((pid) => !isRunning(pid)), 'the server to be ended');
  expect(Date.now() - began).toBeLessThan(7500);
});

test('F3 a list of tools that never comes ends the start', async () => {
  const f = await openFaultHouse('list-hang', { admit: false, limits: shortLimits });
  await f.reaches('failed', 'not-responding');
  expect(f.server().tools).toEqual([]);
});

test('F5 a server that always ends at once is started five times, then left alone until the person acts', async () => {
  const f = await openFaultHouse('exit-early', { admit: false, limits: shortLimits });
  await f.reaches('failed', 'keeps-crashing');
  // Each start is two processes: one probed in the newer era, one in the older.
  const starts = f.noted('server').length;
  expect(starts).toBe(10);
  await f.goodWorks();
  expect(f.noted('server')).toHaveLength(starts);
  await f.house.chat.request('server.restart', { key: 'bad' });
  await until(() => f.noted('server').length > starts, 'another start');
});

/** What the app's own code begins while `work` runs: timers and processes, each with where it was asked for. */
async function begunDuring(work: () => Promise<unknown>): Promise<string[]> {
  const begun: string[] = [];
  const hook = createHook({
    init: (_id, type) => {
      if (type !== 'Timeout' && type !== 'PROCESSWRAP') return;
      const place = new Error().stack?.split('\n').find((line) => line.includes('/electron/') && !line.includes('node_modules'));
      if (place !== undefined) begun.push(`${type} ${place.trim()}`);
    },
  });
  hook.enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return begun;
}

test('F5 after a crash loop was given up the app is idle: it starts no process and sets no clock', async () => {
  const f = await openFaultHouse('exit-early', { admit: false, limits: shortLimits });
  await f.reaches('failed', 'keeps-crashing');
  await sleep(1000); // what the last start left is taken away
  const before = startedHere();
  // The longest pause of the loop was 1.6 seconds.
  expect(await begunDuring(() => sleep(3000))).toEqual([]);
  expect(startedHere()).toEqual(before);
  // The watch itself sees what there is to see.
  const seen = await begunDuring(async () => {
    await f.house.chat.request('server.restart', { key: 'bad' });
    await f.reaches('failed', 'keeps-crashing');
  });
  expect(seen.some((one) => one.startsWith('PROCESSWRAP'))).toBe(true);
  expect(seen.some((one) => one.startsWith('Timeout') && one.includes('connection'))).toBe(true);
});

test('F11 a server of other revisions only is refused with them named; the older handshake is not tried on it', async () => {
  const f = await openFaultHouse('other-version', { admit: false, era: 'modern', limits: { ...shortLimits, backoffMs: 20_000 } });
  const { state } = await until(() => 'problem' in f.server().state && f.server(), 'a problem');
  expect(JSON.stringify(state)).toContain('2099-01-01');
});

test('an entry that changes while its server starts ends the old process before the new one runs', async () => {
  const f = await openFaultHouse('hang', { admit: false });
  await until(() => f.noted('server').length === 1, 'the first process');
  const [first = 0] = f.noted('server');
  await f.house.chat.request('server.save', {
    key: 'bad',
    entry: fixture('scripted', { MODE: 'well', PID_FILE: f.pidFile }) as { command: string },
  });
  await f.house.admit('bad');
  expect(isRunning(first)).toBe(false);
});
