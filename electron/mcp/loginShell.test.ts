import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { loginShellPath } from './loginShell.ts';
import { fixture, temporaryFolder } from './processFixtures.ts';

/** A shell that first does what `before` says, then runs its `-ilc` command with the PATH it was given. */
const shell = (before: string): string =>
  fixture(`#!/bin/sh\n[ "$1" = -ilc ] || exit 9\n${before}\nexec /bin/sh -c "$2"\n`, 'shell', 0o755);
const ask = (SHELL: string | undefined, timeoutMs = 3000): Promise<string> =>
  loginShellPath({ SHELL, PATH: '/usr/bin:/bin', HOME: temporaryFolder(), SECRET: 'x' }, { timeoutMs });

test('UB5 the PATH of the login shell comes first, then what the given one has beyond it', async () => {
  expect(await ask(shell('echo Welcome; PATH=/nvm/bin:/bin; export PATH'))).toBe('/nvm/bin:/bin:/usr/bin');
});

test('UB5 noise before and after, and things left running in the shell, do not spoil the answer or delay it', async () => {
  const began = performance.now();
  expect(await ask(shell('printf "\\033[31m$PATH\\n/evil:"; PATH=/a/b; export PATH; /bin/sleep 20 &'))).toBe('/a/b:/usr/bin:/bin');
  expect(performance.now() - began).toBeLessThan(2500);
});

test('UB5 a shell that hangs, fails, is not there or answers nothing leaves the given PATH, in time', async () => {
  const began = performance.now();
  for (const one of [
    shell('sleep 20'),
    shell('exit 1'),
    '/no/such/shell',
    'relative/sh',
    fixture('x', 'shell', 0o644),
    shell('PATH=; export PATH'),
  ]) {
    expect(await ask(one, 400)).toBe('/usr/bin:/bin');
  }
  expect(performance.now() - began).toBeLessThan(4000);
});

test('I9 the shell sees none of the app’s own secrets', async () => {
  expect(await ask(shell('PATH=/x${SECRET}; export PATH'))).toBe('/x:/usr/bin:/bin');
});

test('UB5 the real /bin/sh answers', async () => {
  expect((await ask('/bin/sh')).split(':')).toEqual(expect.arrayContaining(['/usr/bin', '/bin']));
});
