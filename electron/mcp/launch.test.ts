import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { HttpEntry, StdioEntry, type ServerEntry } from '#shared/servers/config.ts';
import type { Computer } from './executable.ts';
import { UnsetVariableError, expandText, variablesIn } from './expandText.ts';
import { expandLaunch, launchHash, type Expanded } from './launch.ts';
import { observed, scriptStart, fixture, temporaryFolder } from './processFixtures.ts';

const base: StdioEntry = { command: 'node', args: ['server.js'], env: { A: '1', B: '2' }, cwd: '/srv' };
const environment = { HOME: '/home/me', PATH: process.env['PATH'], USER: 'me', TOKEN: 's3cret', EMPTY: '', TRICK: '~/${USER}' };
const launchOf = (expanded: Expanded): Extract<Expanded, { ok: true }> => {
  if (!expanded.ok) throw new Error(expanded.problem.detail);
  return expanded;
};
const problemOf = (entry: Partial<StdioEntry>): [string, string] | undefined => {
  const expanded = expandLaunch({ command: process.execPath, ...entry }, environment, '/home/me');
  return expanded.ok ? undefined : [expanded.problem.code, expanded.problem.detail];
};

test('S12 I8 the launch hash changes with every part of what is started or reached, by one byte', () => {
  const http: HttpEntry = { url: 'https://a.example/mcp', headers: { X: '1' } };
  const entries: ServerEntry[] = [
    base,
    { ...base, command: 'node ' },
    { ...base, args: ['server.js', ''] },
    { ...base, args: ['server.j'] },
    { ...base, args: ['serv', 'er.js'] },
    { ...base, env: { A: '1', B: '3' } },
    { ...base, env: { A: '1', b: '2' } },
    { ...base, env: { A: '1' } },
    { ...base, env: { A: '1', B: '2', NODE_OPTIONS: '' } },
    { ...base, cwd: '/srv/' },
    { command: 'node', args: ['server.js'], env: { A: '1', B: '2' } },
    http,
    { ...http, url: 'https://a.example/mcp/' },
    { ...http, headers: { X: '2' } },
    { ...http, type: 'sse' },
  ];
  expect(new Set(entries.map(launchHash)).size).toBe(entries.length);
  expect(launchHash(base)).toMatch(/^[0-9a-f]{64}$/);
});

test('S12 the launch hash is the same whatever order, switch or member that starts nothing', () => {
  const same: StdioEntry[] = [
    { ...base, env: { B: '2', A: '1' } },
    { ...base, disabled: true },
    { ...base, note: 'mine' },
    StdioEntry.parse(JSON.parse(JSON.stringify(base))),
  ];
  expect(new Set([base, ...same].map(launchHash)).size).toBe(1);
  expect(launchHash({ command: 'x', args: [], env: {} })).toBe(launchHash({ command: 'x' }));
});

test('I8 the launch hash is over the unexpanded text', () => {
  expect(launchHash({ command: 'x', args: ['${HOME}'] })).not.toBe(launchHash({ command: 'x', args: [environment.HOME] }));
});

test('UB8 variables, defaults and a leading ~ are put in, once, and nothing else is touched', () => {
  const expand = (text: string): string => expandText(text, environment, '/home/me');
  expect(
    ['${USER}', 'a${USER}b${USER}', '${NONE:-d}', '${NONE:-}', '${EMPTY}', '${EMPTY:-d}', '~', '~/x', '${TRICK}', '~/${USER}'].map(expand),
  ).toEqual(['me', 'amebme', 'd', '', '', 'd', '/home/me', '/home/me/x', '~/${USER}', '/home/me/me']);
  const literal = [
    '$USER',
    '${USER',
    '$(id)',
    '`id`',
    '%USER%',
    '${env:USER}',
    '${1}',
    '${USER-x}',
    'a~',
    '~me',
    '--dir=~',
    '$${',
    '{USER}',
  ];
  expect(literal.map(expand)).toEqual(literal);
  for (const name of ['NONE', 'constructor', 'toString', '__proto__']) expect(() => expand(`\${${name}}`)).toThrow(UnsetVariableError);
  expect(() => expand('${secret:github}')).toThrow('secret:github');
  expect(variablesIn('${A} ${B:-x} ${A} ${secret:C} $D ${env:E}')).toEqual(['A', 'B', 'secret:C']);
});

test('UB8 an unset variable starts nothing and is named with its place', () => {
  expect(problemOf({ args: ['x', '${NONE}'] })).toEqual(['variable-unset', 'args[1] refers to NONE, which is not set']);
  expect(problemOf({ env: { K: '${NONE}' } })).toEqual(['variable-unset', 'env.K refers to NONE, which is not set']);
  expect(problemOf({ cwd: '${NONE}/x' })).toEqual(['variable-unset', 'cwd refers to NONE, which is not set']);
});

test('S16 a command is never expanded', () => {
  expect(problemOf({ command: '${SHELL}' })?.[0]).toBe('command-not-found');
  expect(problemOf({ command: '~/bin/server' })).toEqual([
    'command-not-found',
    '~/bin/server: not found; ~ and ${…} are not expanded in a command',
  ]);
});

test('I9 S15 the environment is built from empty: the allow-list and what the entry sets', () => {
  const host = {
    ...environment,
    LOGNAME: 'me',
    SHELL: '/bin/sh',
    TERM: 'xterm',
    OPENAI_API_KEY: 'k',
    NODE_OPTIONS: '--x',
    ELECTRON_RUN_AS_NODE: '1',
    LD_PRELOAD: '/x',
  };
  const { env } = launchOf(expandLaunch({ command: process.execPath, env: { MINE: '${TOKEN}', TERM: 'dumb' } }, host, '/home/me'));
  expect({ ...env }).toEqual({
    HOME: '/home/me',
    LOGNAME: 'me',
    PATH: host.PATH,
    SHELL: '/bin/sh',
    TERM: 'dumb',
    USER: 'me',
    MINE: 's3cret',
  });
  const own = launchOf(
    expandLaunch({ command: process.execPath, env: { NODE_OPTIONS: '--y', ELECTRON_RUN_AS_NODE: '1' } }, host, '/home/me'),
  );
  expect(own.env).toMatchObject({ NODE_OPTIONS: '--y', ELECTRON_RUN_AS_NODE: '1' });
  expect(launchOf(expandLaunch({ command: process.execPath }, { HOME: '() { :; }; echo x' }, '/')).env).toEqual({});
});

test('I9 S15 a server started from an entry prints exactly the expected names, with 30 secrets in the app’s environment', async () => {
  const names = Array.from({ length: 30 }, (_, i) => `CANARY_${i}_API_KEY`);
  for (const name of names) process.env[name] = 'CANARY';
  try {
    const script = fixture(`${scriptStart} say({ method: 'env', params: { names: Object.keys(process.env).sort() } });`);
    const launch = launchOf(expandLaunch({ command: 'node', args: [script], env: { FEATURE: 'on' } }, process.env, temporaryFolder()));
    const { transport, messages } = observed(launch);
    await transport.start();
    const expected = [
      'FEATURE',
      ...['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'].filter((name) => process.env[name] !== undefined),
    ].sort();
    await expect.poll(() => messages).toEqual([{ jsonrpc: '2.0', method: 'env', params: { names: expected } }]);
  } finally {
    for (const name of names) delete process.env[name];
  }
});

test('UB5 the command is found in the PATH the process will have, and the PATH tried is told when it is not', () => {
  const [one, two, three] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  writeFileSync(path.join(one, 'tool'), '#!/bin/sh\n', { mode: 0o644 });
  for (const folder of [two, three]) writeFileSync(path.join(folder, 'tool'), '#!/bin/sh\n', { mode: 0o755 });
  mkdirSync(path.join(one, 'dir'));
  const from = (entry: Partial<StdioEntry>, PATH: string): Expanded => expandLaunch({ command: 'tool', ...entry }, { PATH }, one);
  expect(from({}, `${path.relative(process.cwd(), three)}::${one}:${two}`)).toMatchObject({
    ok: true,
    file: path.join(two, 'tool'),
    cwd: one,
  });
  expect(from({ env: { PATH: two } }, '/nowhere')).toMatchObject({ ok: true, file: path.join(two, 'tool') });
  expect(from({}, '/nowhere:/else')).toEqual({
    ok: false,
    problem: { code: 'command-not-found', detail: 'tool: not found; PATH searched: /nowhere:/else' },
  });
  expect(from({}, one)).toMatchObject({ ok: false, problem: { code: 'not-executable', detail: `${one}/tool: EACCES, it may not be run` } });
  expect(from({ command: 'dir' }, one)).toMatchObject({ ok: false, problem: { code: 'command-not-found' } });
});

test('a command with a slash starts from the working directory, which itself starts from home', () => {
  const home = temporaryFolder();
  mkdirSync(path.join(home, 'work'));
  writeFileSync(path.join(home, 'work', 'run'), '#!/bin/sh\n');
  chmodSync(path.join(home, 'work', 'run'), 0o755);
  symlinkSync(path.join(home, 'work', 'run'), path.join(home, 'link'));
  const launch = (entry: StdioEntry): unknown => expandLaunch(entry, {}, home);
  expect(launch({ command: './run', cwd: 'work' })).toMatchObject({
    ok: true,
    file: path.join(home, 'work/run'),
    cwd: path.join(home, 'work'),
  });
  expect(launch({ command: './run', cwd: '~/work' })).toMatchObject({ ok: true, cwd: path.join(home, 'work') });
  expect(launch({ command: './link' })).toMatchObject({ ok: true, file: path.join(home, 'link'), cwd: home });
  expect(launch({ command: 'work/none' })).toMatchObject({ ok: false, problem: { code: 'command-not-found' } });
});

test('what no system could start is refused before it is tried', () => {
  expect(problemOf({ env: { 'A=B': 'x' } })).toEqual(['bad-entry', 'env has the impossible name "A=B"']);
  expect(problemOf({ env: { '': 'x' } })?.[0]).toBe('bad-entry');
  expect(problemOf({ args: ['a\0b'] })).toEqual(['bad-entry', 'args[0] contains a NUL character']);
  expect(problemOf({ command: 'a\0b' })?.[0]).toBe('bad-entry');
  expect(problemOf({ command: 'x'.repeat(10_000) })?.[0]).toBe('command-not-found');
});

/** A Windows computer with these files. */
const windows = (files: Readonly<Record<string, string>>): Computer => {
  const known = new Map(Object.entries(files).map(([name, text]) => [name.toLowerCase(), text]));
  return {
    platform: 'win32',
    isFile: (file) => known.has(file.toLowerCase()),
    mayRun: () => true,
    readText: (file) => known.get(file.toLowerCase()) ?? '',
  };
};
const npxShim = `@ECHO OFF\r\nSETLOCAL\r\nSET "NODE_EXE=%~dp0\\node.exe"\r\nSET "NPM_PREFIX_JS=%~dp0\\node_modules\\npm\\bin\\npm-prefix.js"\r\nSET "NPX_CLI_JS=%~dp0\\node_modules\\npm\\bin\\npx-cli.js"\r\n"%NODE_EXE%" "%NPX_CLI_JS%" %*`;
const toolShim = `@ECHO off\r\nGOTO start\r\n:start\r\nSETLOCAL\r\nCALL :find_dp0\r\n"%_prog%"  "%dp0%\\..\\tool\\bin\\cli.mjs" %*\r\n`;

test('UB6 S14 on Windows an npm-made .cmd is run as the script behind it, with Node and no cmd.exe', () => {
  const computer = windows({
    'C:\\nodejs\\npx.cmd': npxShim,
    'C:\\nodejs\\npx': '#!/bin/sh',
    'C:\\nodejs\\node.exe': '',
    'C:\\nodejs\\node_modules\\npm\\bin\\npx-cli.js': '',
    'C:\\nodejs\\node_modules\\npm\\bin\\npm-prefix.js': '',
    'C:\\app\\node_modules\\.bin\\tool.cmd': toolShim,
    'C:\\app\\node_modules\\tool\\bin\\cli.mjs': '',
    'C:\\other\\setup.bat': 'echo %*',
    'C:\\other\\uvx.exe': '',
  });
  const host = {
    Path: 'relative;C:\\nodejs;"C:\\app\\node_modules\\.bin";C:\\other',
    PathExt: '.COM;.EXE;.BAT;.CMD',
    SystemRoot: 'C:\\Windows',
    SECRET: 'x',
  };
  const launch = (command: string): Expanded => expandLaunch({ command, args: ['a&b', '%PATH%'] }, host, 'C:\\Users\\me', computer);
  const npx = ['C:\\nodejs\\node_modules\\npm\\bin\\npx-cli.js', 'a&b', '%PATH%'];
  for (const command of ['npx', 'npx.cmd', 'C:\\nodejs\\npx'])
    expect(launch(command)).toMatchObject({ ok: true, file: 'C:\\nodejs\\node.exe', args: npx });
  expect(launch('tool')).toMatchObject({
    ok: true,
    file: 'C:\\nodejs\\node.exe',
    args: ['C:\\app\\node_modules\\tool\\bin\\cli.mjs', 'a&b', '%PATH%'],
  });
  expect(launch('uvx')).toMatchObject({
    ok: true,
    file: 'C:\\other\\uvx.exe',
    args: ['a&b', '%PATH%'],
    env: { PATH: host.Path, PATHEXT: host.PathExt, SYSTEMROOT: 'C:\\Windows' },
  });
  expect(launch('setup')).toMatchObject({ ok: false, problem: { code: 'not-executable' } });
  expect(Object.keys(launchOf(launch('uvx')).env)).toEqual(['PATH', 'PATHEXT', 'SYSTEMROOT']);
});

test('on Windows an entry replaces an inherited variable whatever the case of its name', () => {
  const computer = windows({ 'C:\\mine\\x.exe': '' });
  const { env, file } = launchOf(expandLaunch({ command: 'x', env: { Path: 'C:\\mine' } }, { PATH: 'C:\\host' }, 'C:\\', computer));
  expect([{ ...env }, file]).toEqual([{ Path: 'C:\\mine' }, 'C:\\mine\\x.exe']);
});
