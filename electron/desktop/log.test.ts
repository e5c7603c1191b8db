import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { redactText } from '../trace/redact.ts';
import { createLog } from './log.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'steward-log-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));
const open = (maxBytes?: number) =>
  createLog({
    folder: path.join(dir, 'logs'),
    now: () => 0,
    clean: (text) => redactText(text, ['hunter2-CANARY']),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
const text = (): string => readFileSync(path.join(dir, 'logs', 'steward.log'), 'utf8');

test('S45 a fault is noted by name, code and place; its message, which may quote anything, is not, nor a secret in a fact', async () => {
  const log = open();
  log.note('server', { key: 'far', detail: 'with hunter2-CANARY in it', ms: 12, none: undefined });
  log.fault('host', Object.assign(new TypeError('answer was {"token":"CANARY"}\n    at CANARY (CANARY text)'), { code: 'EBAD' }));
  log.fault('host', 'CANARY thrown as text');
  await log.flush();
  expect(text()).toContain('1970-01-01T00:00:00.000Z server key=far detail="with [redacted] in it" ms=12\n');
  expect(text()).toMatch(/fault where=host name=TypeError code=EBAD at=.*log\.test\.ts:\d+:\d+/);
  expect(text()).toContain('fault where=host name=string');
  expect(text()).not.toContain('CANARY');
  expect(statSync(path.join(dir, 'logs', 'steward.log')).mode & 0o077).toBe(0);
});

test('two files take turns, lines stay whole, and the latest lines are kept for diagnostics', async () => {
  const log = open(2000);
  for (let n = 0; n < 300; n += 1) {
    log.note('line', { n });
    if (n % 10 === 0) await log.flush();
  }
  await log.flush();
  expect(readdirSync(path.join(dir, 'logs')).sort()).toEqual(['steward.1.log', 'steward.log']);
  expect(text().length).toBeLessThanOrEqual(2000);
  expect(text()).toMatch(/^1970\S+ line n=\d+\n/);
  expect(log.tail()).toHaveLength(200);
  expect(log.tail().at(-1)).toBe('1970-01-01T00:00:00.000Z line n=299');
});

test('a folder that can’t be written stops nothing and is told in the diagnostics', async () => {
  writeFileSync(path.join(dir, 'logs'), 'a file stands here');
  const log = open();
  log.note('start');
  await log.flush();
  expect(log.tail()).toEqual(['1970-01-01T00:00:00.000Z start', expect.stringMatching(/^log-not-written .*(EEXIST|ENOTDIR)/)]);
});
