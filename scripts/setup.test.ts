import { createHash } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { stampBuild } from './build-stamp.mjs';
import { checkIntegrity } from './electron-copy.mjs';
import { sameAsLock } from './packages.mjs';
import { failedLately, npmCommand, rememberFailure, root } from './run.mjs';
import { add, closingLine, countPlaywright, countVitest, readReport } from './sum.mjs';
import { missingFonts } from './system.mjs';
import { unzip } from './zip.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'steward-setup-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('packages', () => {
  const lock = {
    '': {},
    'node_modules/a': { version: '1.0.0', integrity: 'x' },
    'node_modules/mac': { version: '1.0.0', integrity: 'y', optional: true },
  };

  it('are taken as installed when npm noted the same, and those for other systems need not be there', () => {
    expect(sameAsLock(lock, { 'node_modules/a': { version: '1.0.0', integrity: 'x' } })).toBe(true);
  });

  it.each([
    ['one is missing', {}],
    ['one has another version', { 'node_modules/a': { version: '1.0.1', integrity: 'x' } }],
    ['one has other bytes', { 'node_modules/a': { version: '1.0.0', integrity: 'z' } }],
    [
      'one is there that the lock does not name',
      { 'node_modules/a': { version: '1.0.0', integrity: 'x' }, 'node_modules/b': { version: '1.0.0' } },
    ],
  ])('are installed again when %s', (_what, found) => {
    expect(sameAsLock(lock, found)).toBe(false);
  });

  it('are installed by an npm that is started without a shell', () => {
    const [command, args] = npmCommand(['--version']);
    const { stdout, status } = spawnSync(command, args, { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+/);
  });
});

/** A zip with one file, written by hand as the format's text has it. */
function zipOf(name: string, text: string, crc = zlib.crc32(text)): string {
  const bytes = zlib.deflateRawSync(text);
  const local = Buffer.alloc(30 + name.length);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  local.write(name, 30);
  const entry = Buffer.alloc(46 + name.length);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(bytes.length, 20);
  entry.writeUInt32LE(Buffer.byteLength(text), 24);
  entry.writeUInt16LE(name.length, 28);
  entry.write(name, 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length + bytes.length, 16);
  const file = path.join(folder, 'x.zip');
  fs.writeFileSync(file, Buffer.concat([local, bytes, entry, end]));
  return file;
}

describe('the runtime out of the registry', () => {
  it('is refused when its bytes are not the pinned ones', () => {
    const file = path.join(folder, 'x.tgz');
    fs.writeFileSync(file, 'one');
    const integrity = `sha512-${createHash('sha512').update('one').digest('base64')}`;
    expect(() => checkIntegrity(file, integrity)).not.toThrow();
    fs.writeFileSync(file, 'two');
    expect(() => checkIntegrity(file, integrity)).toThrow('not the file that was pinned');
  });

  it('is read out of the zip, under the names that are wanted and no others', () => {
    const zip = zipOf('Top/Program', 'bytes');
    expect(unzip(zip, folder, (name) => (name === 'Top/Program' ? 'program' : null))).toEqual(['program']);
    expect(fs.readFileSync(path.join(folder, 'program'), 'utf8')).toBe('bytes');
    expect(unzip(zip, folder, () => null)).toEqual([]);
  });

  it('is refused when a file in the zip is damaged', () => {
    expect(() => unzip(zipOf('a', 'bytes', 1), folder, (name) => name)).toThrow('damaged in the zip: a');
  });
});

describe('a failed download or install', () => {
  it('is not tried again for a day', () => {
    const file = path.join(folder, 'cache/failed');
    expect(failedLately(file)).toBe(false);
    rememberFailure(file);
    expect(failedLately(file)).toBe(true);
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    fs.utimesSync(file, yesterday, yesterday);
    expect(failedLately(file)).toBe(false);
  });
});

describe('fonts', () => {
  it('are asked for only where no file of their kind is found', () => {
    const fonts = path.join(folder, 'fonts');
    fs.mkdirSync(path.join(fonts, 'opentype/noto'), { recursive: true });
    fs.writeFileSync(path.join(fonts, 'DejaVuSans.ttf'), '');
    expect(missingFonts([fonts, path.join(folder, 'no-such-folder')])).toEqual(['fonts-noto-cjk', 'fonts-noto-color-emoji']);
    fs.writeFileSync(path.join(fonts, 'opentype/noto/NotoSansCJK-Regular.ttc'), '');
    expect(missingFonts([fonts])).toEqual(['fonts-noto-color-emoji']);
    fs.writeFileSync(path.join(fonts, 'NotoColorEmoji.ttf'), '');
    expect(missingFonts([fonts])).toEqual([]);
  });
});

describe('a build', () => {
  it('is marked with the time it began, so that what changed meanwhile is built again', () => {
    const began = new Date(Date.now() - 60_000);
    stampBuild(folder, 'whole', began);
    expect(fs.statSync(path.join(folder, '.built')).mtimeMs).toBeCloseTo(began.getTime(), -1);
  });
});

describe('the sum of the tests', () => {
  const report = (content: unknown): string => {
    const file = path.join(folder, 'report.json');
    fs.writeFileSync(file, JSON.stringify(content));
    return file;
  };

  it('adds both runners up in one line', () => {
    const unit = countVitest({
      numPassedTests: 3,
      numFailedTests: 1,
      numPendingTests: 1,
      testResults: [
        { name: path.join(root, 'a.test.ts'), status: 'failed', assertionResults: [{ status: 'failed', fullName: 'adds up' }] },
      ],
    });
    const spec = { file: 'b.spec.ts', title: 'is shown', tests: [{ status: 'flaky' }] };
    const app = countPlaywright({
      stats: { expected: 2, unexpected: 1, flaky: 0, skipped: 0 },
      suites: [{ suites: [{ specs: [spec, { ...spec, tests: [{ status: 'expected' }] }] }] }],
    });
    expect(closingLine(add([unit, app]))).toBe('5 passed, 2 failed, 1 skipped');
    expect(closingLine(add([app]))).toBe('2 passed, 1 failed');
    expect(add([unit, app]).failures).toEqual(['a.test.ts: adds up', 'b.spec.ts: is shown']);
  });

  it('counts a test file that could not be loaded as failed', () => {
    expect(countVitest({ numPassedTests: 3, numFailedTests: 0, testResults: [{ status: 'failed', assertionResults: [] }] }).failed).toBe(1);
  });

  it('counts a runner that left no report, or ended badly behind a clean report, as one failed', () => {
    expect(readReport(path.join(folder, 'none.json'), countVitest, 0)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
    expect(readReport(report({ stats: { expected: 2 } }), countPlaywright, 1)).toMatchObject({ passed: 2, failed: 1, skipped: 0 });
  });

  it('counts a report that was cut off as one failed', () => {
    const file = path.join(folder, 'cut.json');
    fs.writeFileSync(file, '{"stats": {"expected"');
    expect(readReport(file, countPlaywright, 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });
});

/** Whether a process is there. Those below are collected by their parents as they end. */
function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a child in the foreground', () => {
  const program = `
    import { spawn } from 'node:child_process';
    import { follow } from ${JSON.stringify(path.join(root, 'scripts/display.mjs'))};
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 30_000)']);
    const ended = follow(child);
    console.log(child.pid);
    process.exitCode = await ended;`;
  const started = async (args: string[]): Promise<{ parent: ReturnType<typeof spawn>; child: number }> => {
    const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const child = await new Promise<number>((resolve) => parent.stdout?.once('data', (data) => resolve(Number(data))));
    return { parent, child };
  };

  it.skipIf(process.platform === 'win32')('ends with the signal that its starter gets', async () => {
    const { parent, child } = await started(['--input-type=module', '-e', program]);
    expect(lives(child)).toBe(true);
    parent.kill('SIGTERM');
    await expect.poll(() => lives(child), { timeout: 10_000 }).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('ends when npm, which hands no signal on, is killed above its starter', async () => {
    // The middle process stands for npm: it starts the follower and dies without a word.
    const npm = `const { spawn } = require('node:child_process');
      spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(program)}], { stdio: 'inherit' });`;
    const { parent, child } = await started(['-e', npm]);
    parent.kill('SIGKILL');
    await expect.poll(() => lives(child), { timeout: 10_000 }).toBe(false);
  });
});
