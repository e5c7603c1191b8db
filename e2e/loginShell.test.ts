import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loginEnvironment } from '../electron/desktopHost.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { dist, makeFolder } from './paths.ts';

let folder: ReturnType<typeof makeFolder>;
let home: ReturnType<typeof makeFolder>;
let house: TestHost | undefined;
beforeEach(() => {
  home = makeFolder();
  const tools = path.join(home.dir, 'tools');
  mkdirSync(tools);
  program(path.join(tools, 'only-here'), `exec '${process.execPath}' '${dist('e2e', 'recorder.mjs')}'`);
  folder = makeFolder({ near: { command: 'only-here' } });
});
afterEach(async () => {
  await house?.close();
  house = undefined;
  folder.remove();
  home.remove();
});

function program(file: string, body: string): string {
  writeFileSync(file, `#!/bin/sh\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
}
/** A host as the desktop starts it: nothing but the PATH of the system. */
async function open(shell: string): Promise<TestHost> {
  const bare = { PATH: '/usr/bin:/bin', HOME: home.dir, SHELL: shell };
  house = await openTestHost(folder.dir, {}, { environment: bare, launchEnvironment: loginEnvironment(bare, false), home: home.dir });
  await house.answer(await house.waiting('server-trust'), 'allow');
  return house;
}
const stateOf = (h: TestHost) => h.state('servers', {}).find((server) => server.key === 'near')?.state;

test('UB5 started from a desktop, a command that only the profile of the login shell leads to is found, and its server works', async () => {
  writeFileSync(path.join(home.dir, '.profile'), `echo 'Welcome back'\nPATH="$HOME/tools:$PATH"\nexport PATH\n`);
  const h = await open('/bin/sh');
  await h.answer(await h.waiting('tools'), 'allow');
  expect(await until(() => stateOf(h)?.status === 'ready' && stateOf(h), 'the server to be ready')).toMatchObject({ era: 'modern' });
});

test('UB5 the same through a shell of the person’s own that prints junk around the answer', async () => {
  const shell = program(
    path.join(home.dir, 'shell'),
    `printf '\\033]0;title\\007/junk:%s\\n' "$PATH"; PATH="$HOME/tools:$PATH"; export PATH; /bin/sh -c "$2"; echo /more:junk`,
  );
  const h = await open(shell);
  await h.answer(await h.waiting('tools'), 'allow');
  await until(() => stateOf(h)?.status === 'ready', 'the server to be ready');
});

test('UB5 a shell that hangs delays the start but does not prevent it: the command is then looked for in the PATH that is there', async () => {
  const h = await open(program(path.join(home.dir, 'shell'), 'sleep 60'));
  const state = await until(() => stateOf(h)?.status === 'failed' && stateOf(h), 'the failure');
  expect(state).toMatchObject({ problem: { code: 'command-not-found', detail: expect.stringContaining('/usr/bin') as string } });
});
