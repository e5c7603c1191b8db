import { expect, test } from 'vitest';
import { refusal } from './launchSwitches.ts';

const release = { testBuild: false, windows: false };
const testBuild = { testBuild: true, windows: false };
const onWindows = { testBuild: false, windows: true };

test.each([
  '--remote-debugging-port=9222',
  '--remote-debugging-port',
  '-remote-debugging-port=0',
  '  --remote-debugging-port=9222  ',
  '--Remote-Debugging-Port=9222',
  '--remote-debugging-pipe',
  '--remote-debugging-address=0.0.0.0',
  '--remote-debugging-io-pipes=1,2',
  '--remote-allow-origins=*',
  '--inspect',
  '--inspect=127.0.0.1:9229',
  '--inspect-brk',
  '--inspect_brk=0',
  '--inspect-wait',
  '--inspect-port=0',
  '--inspect-publish-uid=http',
  '--debug-port=1',
  '--load-extension=/tmp/x',
  '--disable-extensions-except=/tmp/x',
  '--disable-web-security',
  '--disable-site-isolation-trials',
  '--allow-file-access-from-files',
  '--js-flags=--allow-natives-syntax',
  '--renderer-cmd-prefix=/tmp/x',
  '--utility-cmd-prefix=/tmp/x',
  '--gpu-launcher=/tmp/x',
  '--browser-subprocess-path=/tmp/x',
  '--ignore-certificate-errors',
  '--ignore-certificate-errors-spki-list=x',
  '--log-net-log=/tmp/x',
  '--ssl-key-log-file=/tmp/x',
])('S9 a release refuses %j and names the switch', (arg) => {
  const line = refusal(['--lang=en-US', arg, '--user-data-dir=/tmp/y'], release);
  const name = /^\s*--?([\w-]+)/.exec(arg)?.[1] ?? '';
  expect(line).toContain(`--${name.toLowerCase().replaceAll('_', '-')}: it would `);
});

test.each([
  [['/remote-debugging-port=1'], onWindows, true],
  [['/INSPECT'], onWindows, true],
  // Elsewhere that is a path.
  [['/inspect/notes.txt'], release, false],
  [['--', '--inspect'], release, true],
  [['--remote-debugging-port=0'], testBuild, false],
  [['--remote-debugging-pipe'], testBuild, false],
  [['--remote-debugging-address=0.0.0.0', '--remote-debugging-port=0'], testBuild, true],
  [['--remote-debugging-port=0', '--inspect=0'], testBuild, true],
  [['--load-extension=/tmp/x'], testBuild, true],
  [['--disable-web-security'], testBuild, true],
  [['--js-flags=--x'], testBuild, true],
])('S9 %j in %j is refused: %j', (args, build, expected) => {
  expect(refusal(args, build) !== undefined).toBe(expected);
});

test.each([
  [[]],
  [['--user-data-dir=/tmp/x', '--lang=zh-CN', '--no-sandbox', '--ozone-platform=wayland', '--enable-features=WaylandWindowDecorations']],
  [['--proxy-server=http://127.0.0.1:1', '--force-device-scale-factor=2', '--password-store=gnome-libsecret']],
  [['notes about --inspect.txt', 'steward://open', '%U', '-', '--']],
  [['--inspired', '--title=--inspect']],
])('a release starts with what a person may need: %j', (args) => {
  expect(refusal(args, release)).toBeUndefined();
});
