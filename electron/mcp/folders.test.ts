import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isStillThere, liesIn, realFolder } from './folders.ts';

let place: string;
beforeEach(() => {
  place = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'steward-folders-')));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

test.each([
  ['/a/proj', '/a/proj', true],
  ['/a/proj/x', '/a/proj', true],
  ['/a/proj-evil', '/a/proj', false],
  ['/a/proj', '/a/proj/x', false],
  ['/a/..proj', '/a', true],
  ['/b', '/a', false],
  ['/a', '/', true],
])('S36 whether %s lies in %s goes by whole names: %s', (inner, outer, lies) => {
  expect(liesIn(inner, outer)).toBe(lies);
});

test('S36 what was given is the real folder, whatever was typed', async () => {
  const real = path.join(place, 'real');
  mkdirSync(real);
  symlinkSync(real, path.join(place, 'link'));
  for (const typed of [path.join(place, 'link'), `${real}/`, path.join(place, 'x', '..', 'real'), '~/real', '~/link/.'])
    expect(await realFolder(typed, place), typed).toBe(real);
  for (const typed of ['real', './real', '~other/real', `${real}\0`, path.join(place, 'none'), process.execPath])
    await expect(realFolder(typed, place), typed).rejects.toMatchObject({ failure: { code: 'no-such-folder' } });
});

test('S36 a folder that became a link, a file or nothing is not there any more', async () => {
  const real = path.join(place, 'real');
  mkdirSync(real);
  expect(await isStillThere(real)).toBe(true);
  rmSync(real, { recursive: true });
  expect(await isStillThere(real)).toBe(false);
  symlinkSync(os.tmpdir(), real);
  expect(await isStillThere(real)).toBe(false);
});
