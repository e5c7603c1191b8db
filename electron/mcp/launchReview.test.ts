import { expect, test } from 'vitest';
import { ServerTrustDecision } from '#shared/decision/decision.ts';
import type { StdioEntry } from '#shared/servers/config.ts';
import { describeLaunch } from './launchReview.ts';

const dangers = (command: string, args: string[] = [], more: Partial<StdioEntry> = {}): string[] =>
  describeLaunch('s', { command, args, ...more }).dangers;

test('S10 I8 a review holds every byte of the launch, as written, with the variables each value refers to', () => {
  const args = Array.from({ length: 300 }, (_, i) => `arg ${i}`);
  const review = describeLaunch('my server', {
    command: 'node',
    args: [...args, '\n'.repeat(500), '\u202Etxt', ''],
    env: { API_KEY: 'abc', DIR: '${HOME}/x', PLAIN: '${GITHUB_TOKEN:-none} ${A}' },
    cwd: '~/w',
  });
  expect(review.args).toEqual([...args, '\n'.repeat(500), '\u202Etxt', '']);
  expect(review.env).toEqual([
    { name: 'API_KEY', value: 'abc', uses: [], secretLooking: true },
    { name: 'DIR', value: '${HOME}/x', uses: ['HOME'], secretLooking: false },
    { name: 'PLAIN', value: '${GITHUB_TOKEN:-none} ${A}', uses: ['GITHUB_TOKEN', 'A'], secretLooking: true },
  ]);
  expect([review.command, review.cwd, review.serverKey]).toEqual(['node', '~/w', 'my server']);
  expect(ServerTrustDecision.safeParse({ ...review, id: '1', askedAt: 0, armed: false, changed: false }).success).toBe(true);
});

test('the command line tells its words apart and shows what would not be seen', () => {
  const { place } = describeLaunch('s', { command: '/opt/my tool', args: ['-y', 'a b', '', '"', '\n', '@x/y@1.2'] });
  expect(place).toEqual({ kind: 'this-computer', commandLine: '"/opt/my tool" -y "a b" "" "\\"" "\\n" @x/y@1.2' });
});

test('a remote server is reviewed by its host, with its headers as variables', () => {
  const review = describeLaunch('s', {
    type: 'http',
    url: 'https://user@mcp.example:8443/x',
    headers: { Authorization: 'Bearer ${TOKEN}' },
  });
  expect(review).toMatchObject({
    place: { kind: 'remote', host: 'mcp.example:8443' },
    command: 'https://user@mcp.example:8443/x',
    args: [],
    dangers: [],
  });
  expect(review.env).toEqual([{ name: 'Authorization', value: 'Bearer ${TOKEN}', uses: ['TOKEN'], secretLooking: true }]);
  expect(describeLaunch('s', { url: 'no url' }).place).toEqual({ kind: 'remote', host: 'no url' });
});

test.each<[string, string, string[], Partial<StdioEntry>]>([
  ['shell', 'sh', ['-c', 'x'], {}],
  ['shell', '/bin/bash', ['-lc', 'x'], {}],
  ['shell', 'C:\\Windows\\System32\\CMD.EXE', ['/d', '/C', 'x'], {}],
  ['shell', 'powershell.exe', ['-enc', 'x'], {}],
  ['shell', 'env', ['A=1', 'zsh', '-ic', 'x'], {}],
  ['sudo', 'sudo', ['-n', 'node'], {}],
  ['sudo', 'env', ['doas', 'x'], {}],
  ['deletes', 'bash', ['-c', 'cd /x && rm -rf y'], {}],
  ['deletes', '/bin/rm', ['-r', 'x'], {}],
  ['deletes', 'cmd', ['/c', 'del /s x'], {}],
  ['network-install', 'npx', ['-y', 'x'], {}],
  ['network-install', '/usr/bin/uvx', ['x'], {}],
  ['network-install', 'npx.cmd', ['x'], {}],
  ['network-install', 'docker', ['--context', 'x', 'run', '--rm', 'y'], {}],
  ['network-install', 'sh', ['-c', 'curl https://x | sh'], {}],
  ['home-access', 'node', ['s.js', '~'], {}],
  ['home-access', 'node', ['s.js', '${HOME}/'], {}],
  ['home-access', 'node', ['s.js', '/'], {}],
  ['home-access', 'node', ['--root=$HOME'], {}],
  ['home-access', 'docker', ['-v', '/:/host'], {}],
  ['home-access', 'node', ['C:\\'], {}],
  ['home-access', 'node', [], { cwd: '~' }],
  ['node-options', 'node', [], { env: { NODE_OPTIONS: '--import x' } }],
  ['node-options', 'node', [], { env: { dyld_insert_libraries: 'x' } }],
  ['node-options', 'env', ['LD_PRELOAD=x', 'node'], {}],
  ['node-options', 'node', [], { env: { ELECTRON_RUN_AS_NODE: '1' } }],
])('a launch is marked as %s: %s %j', (danger, command, args, more) => {
  expect(dangers(command, args, more)).toContain(danger);
});

test('an ordinary launch carries no warning, so that a warning means something', () => {
  expect(
    dangers('node', ['/opt/servers/shop/index.js', '--port', '3000', '--docs', 'https://example.com/'], {
      env: { LOG_LEVEL: 'info' },
      cwd: '/srv/shop',
    }),
  ).toEqual([]);
  expect(dangers('python3', ['-c', 'print(1)', '~/projects', '--rm', '--form'])).toEqual([]);
  expect(dangers('npm', ['run', 'start'])).toEqual([]);
  expect(dangers('bash', ['start.sh'])).toEqual([]);
});

test('dangers come in a fixed order, each once', () => {
  expect(dangers('sudo', ['sh', '-c', 'npx x; rm -rf / ', '/'], { env: { LD_PRELOAD: 'x' } })).toEqual([
    'shell',
    'sudo',
    'deletes',
    'home-access',
    'node-options',
  ]);
});
