import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { McpConfig } from './mcpConfig.ts';
import { temporaryFolder } from './processFixtures.ts';
import type { Config } from './serverEntries.ts';

interface Opened {
  readonly config: McpConfig;
  readonly file: string;
  readonly changes: Config[];
  readonly write: (text: string) => void;
  readonly text: () => string;
}
async function opened(text?: string | Buffer, name = 'mcp.json'): Promise<Opened> {
  const file = path.join(temporaryFolder(), name);
  if (text !== undefined) writeFileSync(file, text);
  const config = new McpConfig(file, 30);
  const changes: Config[] = [];
  await config.open();
  config.onChange((change) => changes.push(change));
  onTestFinished(() => config.close());
  return { config, file, changes, write: (next) => writeFileSync(file, next), text: () => readFileSync(file, 'utf8') };
}
const names = (config: McpConfig): string[] => [...config.entries().keys()];
const servers = (value: object): string => `${JSON.stringify({ mcpServers: value }, null, 2)}\n`;
const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 250));

test('without a file there are no servers, and none is made by looking', async () => {
  const { config, file } = await opened();
  expect([names(config), config.problems(), existsSync(file)]).toEqual([[], [], false]);
});

test('entries come in the order of the file, numbers among the names too, and unknown members with them', async () => {
  const { config } = await opened(
    '{"other": 1, "mcpServers": {"b": {"command": "x", "note": {"k": 1}}, "10": {"command": "y"}, "2": {"url": "http://x", "type": "sse"}, "a": {"command": "z", "disabled": true}}}',
  );
  expect(names(config)).toEqual(['b', '10', '2', 'a']);
  expect(config.entries().get('b')).toEqual({ command: 'x', note: { k: 1 } });
  expect(config.problems()).toEqual([]);
});

test.each<[string, string | Buffer, string]>([
  [
    'cut off',
    '{"mcpServers": {"a": {"command": "SECRET',
    'line 1, column 41: expected the end of a text in double quotes, but the file ends',
  ],
  ['empty', '', 'the file is empty'],
  ['a list', '[]', 'the file holds no JSON object'],
  ['with servers that are no object', '{"mcpServers": []}', '"mcpServers" is no JSON object'],
  ['with two lists of servers', '{"mcpServers": {}, "mcpServers": {}}', '"mcpServers" stands in the file more than once'],
  ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'the file is no UTF-8 text'],
  ['over 1 MB', `{"x": "${'x'.repeat(1024 * 1024)}"}`, 'the file is larger than 1 MB'],
])('F36 a file that is %s keeps the last good entries, tells where, and is never written over', async (_name, broken, detail) => {
  const { config, file, changes } = await opened(servers({ a: { command: 'x' } }));
  writeFileSync(file, broken);
  await expect.poll(() => changes.at(-1)?.problems).toEqual([{ kind: 'file', detail }]);
  expect(names(config)).toEqual(['a']);
  for (const change of [config.save('b', { command: 'y' }), config.remove('a'), config.setDisabled('a', true)]) {
    await expect(change).rejects.toMatchObject({ failure: { code: 'config-broken', detail } });
  }
  expect(readFileSync(file).equals(Buffer.from(broken))).toBe(true);
  writeFileSync(file, servers({ a: { command: 'x' } }));
  await expect.poll(() => changes.at(-1)?.problems).toEqual([]);
});

test('F36 a broken file at the start leaves no servers and says so', async () => {
  const { config } = await opened('{"mcpServers": ');
  expect([names(config), config.problems().map(({ kind }) => kind)]).toEqual([[], ['file']]);
});

test('a bad entry is told by name and reason, without its values, and costs no other', async () => {
  const { config } = await opened(
    `{"mcpServers": {"ok": {"command": "x"}, "num": {"command": "x", "env": {"PORT": 3000}}, "no": {}, "str": "SECRET", "args": {"command": "x", "args": "SECRET"},
      "__proto__": {"command": "x"}, "": {"command": "x"}, "${'n'.repeat(101)}": {"command": "x"}, "a\\nb": {"command": "x"}, "a\\u202eb": {"command": "x"},
      "twice": {"command": "x"}, "twice": {"command": "y"}, "inner": {"command": "x", "env": {"A": "1", "A": "2"}}, "${'n'.repeat(100)}": {"command": "x"}, "文件": {"command": "x"}}}`,
  );
  expect(names(config)).toEqual(['ok', 'n'.repeat(100), '文件']);
  const problems = config.problems().map((problem) => [problem.kind === 'entry' ? problem.key : '', problem.detail]);
  expect(problems).toEqual([
    ['num', 'env.PORT: Invalid input: expected string, received number'],
    ['no', 'the entry has neither "command" nor "url"'],
    ['str', 'the entry is no JSON object'],
    ['args', 'args: Invalid input: expected array, received string'],
    ['__proto__', 'this can’t be the name of a server'],
    ['', 'this can’t be the name of a server'],
    ['n'.repeat(101), 'the name is longer than 100 characters'],
    ['a\nb', 'the name contains control characters'],
    ['a\u202Eb', 'the name contains control characters'],
    ['twice', 'the name stands in the file more than once'],
    ['inner', '"A" stands in the entry more than once'],
  ]);
});

test('a foreign change is told once, however the file is written', async () => {
  const { config, file, changes, write } = await opened(servers({}));
  write(servers({ a: { command: 'x' } }));
  await expect.poll(() => changes.length).toBe(1);
  writeFileSync(`${file}.new`, servers({ b: { command: 'x' } }));
  renameSync(`${file}.new`, file);
  await expect.poll(() => names(config)).toEqual(['b']);
  for (let i = 0; i < 5; i += 1) write(servers({ [`c${i}`]: { command: 'x' } }));
  await expect.poll(() => names(config)).toEqual(['c4']);
  write(servers({ c4: { command: 'x' } }));
  await quiet();
  expect(changes.length).toBe(3);
  rmSync(file);
  await expect.poll(() => names(config)).toEqual([]);
  write(servers({ d: { command: 'x' } }));
  await expect.poll(() => names(config)).toEqual(['d']);
});

test('other files in the folder are nobody’s business, and after close nothing is told', async () => {
  const { config, file, changes, write } = await opened(servers({}));
  writeFileSync(path.join(path.dirname(file), 'other.json'), '{}');
  await quiet();
  await config.close();
  write(servers({ a: { command: 'x' } }));
  await quiet();
  expect(changes).toEqual([]);
});

test('the first save makes the file, for the owner alone, and is told once', async () => {
  const { config, file, changes, text } = await opened();
  await config.save('my server', { command: 'npx', args: ['-y', 'x'], env: { A: '${A}' } });
  expect(text()).toBe(servers({ 'my server': { command: 'npx', args: ['-y', 'x'], env: { A: '${A}' } } }));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(changes.length).toBe(1);
  await quiet();
  expect(changes.map(({ entries }) => [...entries.keys()])).toEqual([['my server']]);
  expect(readdirSync(path.dirname(file))).toEqual(['mcp.json']);
});

const mine = `{\r
\t"$schema": "x",\r
\t"mcpServers": {\r
\t\t"2": { "command": "two",   "args": ["a","b"], "x-mine": [1.0] },\r
\t\t"1": {\r
\t\t\t"x-first": true,\r
\t\t\t"command": "one",\r
\t\t\t"env": {"B": "1", "A": "2"},\r
\t\t\t"cwd": "/old"\r
\t\t}\r
\t},\r
\t"theme": "dark"\r
}`;

test('a save changes only what differs and keeps unknown members, order and layout at every level', async () => {
  const { config, text } = await opened(`\uFEFF${mine}`);
  await config.save('1', { command: 'ONE', env: { A: '2', B: '1' }, args: ['-v'] });
  expect(text()).toBe(
    `\uFEFF${mine.replace('"one"', '"ONE"').replace(',\r\n\t\t\t"cwd": "/old"', ',\r\n\t\t\t"args": [\r\n\t\t\t\t"-v"\r\n\t\t\t]')}`,
  );
  expect(config.entries().get('1')).toEqual({ 'x-first': true, command: 'ONE', env: { B: '1', A: '2' }, args: ['-v'] });
});

test('what is saved, switched and removed again leaves the file as it was', async () => {
  const { config, text } = await opened(mine);
  await config.save('3', { type: 'http', url: 'https://x' });
  await config.remove('3');
  expect(text()).toBe(mine);
  await config.setDisabled('2', false);
  expect(text()).toBe(mine);
  await config.setDisabled('2', true);
  expect(text()).toBe(mine.replace('[1.0] }', '[1.0], "disabled": true }'));
  await config.setDisabled('2', false);
  expect(text()).toBe(mine.replace('[1.0] }', '[1.0], "disabled": false }'));
  await config.save('2', { command: 'two', args: ['a', 'b'] });
  expect(text()).toBe(mine);
});

test('a save starts from what the file holds now, and changes made at once all arrive', async () => {
  const { config, write, text } = await opened(servers({ a: { command: 'x' } }));
  write(servers({ a: { command: 'x' }, foreign: { command: 'y' } }));
  await Promise.all([
    config.save('b', { command: 'b' }),
    config.save('c', { command: 'c' }),
    config.remove('a'),
    config.setDisabled('foreign', true),
  ]);
  expect(JSON.parse(text())).toEqual({
    mcpServers: { foreign: { command: 'y', disabled: true }, b: { command: 'b' }, c: { command: 'c' } },
  });
});

test('a member named mcpServers is made where the file has none, and an entry of the other kind replaces its members', async () => {
  const { config, text } = await opened('{\n    "theme": "dark"\n}\n');
  await config.save('a', { command: 'x', env: { A: '1' }, disabled: true });
  await config.save('a', { url: 'https://x' });
  expect(text()).toBe(`${JSON.stringify({ theme: 'dark', mcpServers: { a: { url: 'https://x' } } }, null, 4)}\n`);
});

test('refusals say which kind, change nothing, and the next change still works', async () => {
  const before = '{"mcpServers": {"twice": {"command": "a"}, "twice": {"command": "b"}, "bad": 5}}';
  const { config, text } = await opened(before);
  const refused: [Promise<void>, string][] = [
    [config.save('__proto__', { command: 'x' }), 'invalid-input'],
    [config.save('a\u0000', { command: 'x' }), 'invalid-input'],
    [config.save('a', { command: '' }), 'invalid-input'],
    [config.save('a', { command: 'x'.repeat(1024 * 1024) }), 'invalid-input'],
    [config.remove('none'), 'not-found'],
    [config.setDisabled('none', true), 'not-found'],
    [config.setDisabled('bad', true), 'not-found'],
    [config.save('twice', { command: 'x' }), 'config-broken'],
  ];
  for (const [change, code] of refused) await expect(change).rejects.toMatchObject({ failure: { code } });
  expect(text()).toBe(before);
  await config.save('bad', { command: 'good' });
  expect(config.entries().get('bad')).toEqual({ command: 'good' });
});

test('permissions are kept, a link stays a link, and a change behind the link is seen', async () => {
  const { config, file, text } = await opened();
  const target = path.join(temporaryFolder(), 'dotfiles.json');
  writeFileSync(target, servers({ a: { command: 'x' } }));
  chmodSync(target, 0o640);
  symlinkSync(target, file);
  const linked = new McpConfig(file, 30);
  await linked.open();
  onTestFinished(() => linked.close());
  await linked.save('b', { command: 'y' });
  expect([
    statSync(target).mode & 0o777,
    Object.keys((JSON.parse(readFileSync(target, 'utf8')) as { mcpServers: object }).mcpServers),
  ]).toEqual([0o640, ['a', 'b']]);
  expect(text()).toBe(readFileSync(target, 'utf8'));
  writeFileSync(target, servers({ c: { command: 'x' } }));
  await expect.poll(() => names(linked)).toEqual(['c']);
  await config.close();
});

test('a place that takes no file refuses the save, says so, and leaves nothing behind', async () => {
  const { config, file } = await opened();
  mkdirSync(file);
  await expect(config.save('b', { command: 'y' })).rejects.toMatchObject({ failure: { code: 'config-broken', detail: 'it is no file' } });
  const nowhere = new McpConfig(path.join(path.dirname(file), 'no', 'mcp.json'), 30);
  await expect(nowhere.save('b', { command: 'y' })).rejects.toMatchObject({ failure: { code: 'not-saved' } });
  expect(readdirSync(path.dirname(file))).toEqual(['mcp.json']);
});

test('a folder that can’t be watched is a problem to tell, not a failure to open', async () => {
  const config = new McpConfig(path.join(temporaryFolder(), 'no', 'mcp.json'), 30);
  await config.open();
  expect([names(config), config.problems().map(({ kind, detail }) => [kind, detail.split(':')[0]])]).toEqual([
    [],
    [['file', 'changes to the file will not be noticed']],
  ]);
  await config.close();
});

test.runIf(process.platform !== 'win32')('I12 a pipe in the place of the file is refused, not waited for', async () => {
  const file = path.join(temporaryFolder(), 'mcp.json');
  execFileSync('mkfifo', [file]);
  const config = new McpConfig(file, 30);
  await config.open();
  onTestFinished(() => config.close());
  expect(config.problems()).toEqual([{ kind: 'file', detail: 'it is no file' }]);
});
