import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { wantedFuses, wrongFuses } from './fuses.mjs';
import { toIcns, toIco } from './icon-files.mjs';
import { mayShip, noticesOf, packageFolder } from './notices.mjs';
import { root } from './run.mjs';
import { readManifest } from './requirements.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'steward-packaging-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function packageIn(name: string, about: object, texts: Record<string, string> = {}): string {
  const dir = path.join(folder, 'node_modules', name);
  fs.mkdirSync(dir, { recursive: true });
  fs.writeFileSync(path.join(dir, 'package.json'), JSON.stringify({ name, version: '1.2.3', ...about }));
  for (const [file, text] of Object.entries(texts)) fs.writeFileSync(path.join(dir, file), text);
  return dir;
}

test.each([
  ['/p/node_modules/react/index.js', '/p/node_modules/react'],
  ['\0/p/node_modules/@a/b/lib/x.js?commonjs-proxy', '/p/node_modules/@a/b'],
  ['/p/node_modules/a/node_modules/b/x.js', '/p/node_modules/a/node_modules/b'],
  ['C:\\p\\node_modules\\a\\x.js', 'C:/p/node_modules/a'],
  ['/p/renderer/App.tsx', null],
  ['\0vite/preload-helper.js', null],
])('the module %j belongs to %j', (id, expected) => {
  expect(packageFolder(id)).toBe(expected);
});

test.each([
  ['MIT', true],
  ['(MPL-2.0 OR Apache-2.0)', true],
  ['(MIT AND BSD-3-Clause)', true],
  ['(MIT AND GPL-3.0)', false],
  ['GPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE', false],
  [undefined, false],
])('the licence %j may ship in the app: %j', (licence, expected) => {
  expect(mayShip(licence)).toBe(expected);
});

test('notices hold the licence and the notice file of each package, and a licence that nobody has read stops the build', () => {
  const one = packageIn('one', { license: 'MIT', author: { name: 'Ada' } }, { LICENSE: 'Copyright Ada', 'NOTICE.txt': 'Thanks to Bob' });
  const two = packageIn('two', { license: 'ISC' });
  const text = noticesOf([two, one, one]);
  expect(text).toMatch(
    /one 1\.2\.3, MIT\nBy Ada\n\nCopyright Ada\n\nThanks to Bob\n[^]*two 1\.2\.3, ISC\n\n\(The package brings no licence text; it declares ISC\.\)/,
  );
  expect(text.match(/one 1\.2\.3/g)).toHaveLength(1);
  expect(() => noticesOf([one, packageIn('odd', { license: 'GPL-3.0' })])).toThrow('odd 1.2.3 has the licence "GPL-3.0"');
});

/** A file with a fuse wire like the one in Electron's binary: sentinel, version, length, states. */
function binaryWith(states: string): string {
  const file = path.join(folder, `binary-${states}`);
  fs.writeFileSync(
    file,
    Buffer.concat([
      Buffer.from('xxdL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
      Buffer.from([1, states.length]),
      Buffer.from(states),
      Buffer.alloc(9),
    ]),
  );
  return file;
}
test('S9 each fuse that is not as it must be is named', async () => {
  const file = binaryWith('111111010');
  expect((await wrongFuses(file, 'linux')).map((line) => line.split(' ')[1])).toEqual([
    'RunAsNode',
    'EnableCookieEncryption',
    'EnableNodeOptionsEnvironmentVariable',
    'EnableNodeCliInspectArguments',
    'EnableEmbeddedAsarIntegrityValidation',
    'GrantFileProtocolExtraPrivileges',
  ]);
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const wanted = Object.entries(wantedFuses(platform)).map(([name, on]) => [FuseV1Options[name as keyof typeof FuseV1Options], on]);
    await flipFuses(file, { version: FuseVersion.V1, ...(Object.fromEntries(wanted) as object) });
    expect(await wrongFuses(file, platform)).toEqual([]);
  }
  expect(await wrongFuses(binaryWith('0'), 'linux')).toContain('fuse OnlyLoadAppFromAsar must be on, and its state is absent');
});

const png = (name: string): Buffer => fs.readFileSync(path.join(root, 'build/icons', name));
test('the icons in the project are what their names say, and the two files for other systems hold them whole', () => {
  const names = fs.readdirSync(path.join(root, 'build/icons'));
  expect(names).toHaveLength(10);
  for (const name of names) {
    const bytes = png(name);
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}.png`).toBe(name);
  }
  const pictures = [16, 256].map((size) => ({ size, png: png(`${size}x${size}.png`) }));
  const ico = toIco(pictures);
  for (const [index, picture] of pictures.entries()) {
    const at = 6 + index * 16;
    expect(ico[at]).toBe(picture.size % 256);
    expect(ico.subarray(ico.readUInt32LE(at + 12)).subarray(0, ico.readUInt32LE(at + 8))).toEqual(picture.png);
  }
  const icns = toIcns(pictures);
  expect(icns.readUInt32BE(4)).toBe(icns.length);
  expect([...icns.toString('latin1').matchAll(/ic\d\d/g)].map(String)).toEqual(expect.arrayContaining(['ic08', 'ic13']));
});

test('the line that closes a run counts a part that left no sum as failed', () => {
  const { stdout, status } = spawnSync(process.execPath, [path.join(root, 'scripts/sum.mjs'), 'never-ran'], { encoding: 'utf8' });
  expect({ stdout, status }).toEqual({ stdout: 'failed: never-ran: left no sum\n0 passed, 1 failed\n', status: 1 });
});

test('an id that packages prove is proven nowhere else and not put off', () => {
  const { proven, packaged, deferred } = readManifest();
  expect(packaged.length).toBeGreaterThan(0);
  expect(packaged.filter((name) => proven.includes(name) || name in deferred)).toEqual([]);
});
