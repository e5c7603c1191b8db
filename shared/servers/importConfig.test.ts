import { expect, test } from 'vitest';
import { freeKey, ImportError, readServerConfigs, type FoundConfig } from './importConfig.ts';

const read = (value: unknown): FoundConfig => readServerConfigs(typeof value === 'string' ? value : JSON.stringify(value));
const entries = (value: unknown): Record<string, unknown> =>
  Object.fromEntries(read(value).entries.map((found) => [found.key, found.entry]));

test('the shape of Claude Desktop is read, numbers in variables as text', () => {
  const file = { globalShortcut: 'x', mcpServers: { files: { command: 'npx', args: ['-y', 'pkg', '/tmp'], env: { PORT: 80 } } } };
  expect(read(file)).toEqual({
    entries: [{ key: 'files', group: '', entry: { command: 'npx', args: ['-y', 'pkg', '/tmp'], env: { PORT: '80' } }, problems: [] }],
    unread: [],
  });
});

test('the shape of Cursor is read, its references to the environment become ours', () => {
  expect(
    entries({
      mcpServers: {
        a: { command: 'node', args: ['${userHome}/s.mjs'], env: { KEY: '${env:API_KEY}' } },
        b: { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${env:T}' } },
      },
    }),
  ).toEqual({
    a: { command: 'node', args: ['${HOME}/s.mjs'], env: { KEY: '${API_KEY}' } },
    b: { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${T}' } },
  });
});

test('the shape of VS Code is read with its comments; what it would ask for or fill in waits, switched off', () => {
  const text = `{
    // servers of mine
    "inputs": [{ "id": "key", "type": "promptString", "password": true }],
    "servers": {
      "git": { "type": "stdio", "command": "uvx", "args": ["mcp-git", "\${workspaceFolder}"], "dev": { "watch": "*" }, },
      /* remote */ "gh": { "type": "http", "url": "https://x.example/mcp//", "headers": { "Authorization": "Bearer \${input:key}" } },
      "old": { "type": "sse", "url": "https://y.example/sse" }, // the last
    },
  }`;
  const found = read(text);
  expect(found.entries.map(({ key, entry, problems }) => [key, entry, problems])).toEqual([
    [
      'git',
      { command: 'uvx', args: ['mcp-git', '${workspaceFolder}'], disabled: true },
      [
        { code: 'folder', detail: 'workspaceFolder' },
        { code: 'left-out', detail: 'dev' },
      ],
    ],
    [
      'gh',
      { type: 'http', url: 'https://x.example/mcp//', headers: { Authorization: 'Bearer ${input:key}' }, disabled: true },
      [{ code: 'input', detail: 'key' }],
    ],
    ['old', { type: 'sse', url: 'https://y.example/sse' }, []],
  ]);
  expect(entries({ mcp: { servers: { a: { command: 'x' } } }, 'editor.fontSize': 12 })).toEqual({ a: { command: 'x' } });
});

test('the shapes of Claude Code and Windsurf are read, servers of projects with their folder', () => {
  const code = {
    mcpServers: { all: { type: 'stdio', command: 'a' } },
    projects: { '/home/me/p': { mcpServers: { one: { command: 'b' } } }, '/home/me/q': {} },
  };
  expect(read(code).entries.map(({ key, group }) => [key, group])).toEqual([
    ['all', ''],
    ['one', '/home/me/p'],
  ]);
  expect(entries({ mcpServers: { w: { serverUrl: 'https://w.example/sse', disabled: true } } })).toEqual({
    w: { url: 'https://w.example/sse', disabled: true },
  });
});

test('what people paste is read too: a bare map, one server alone, an excerpt without its braces', () => {
  expect(entries({ files: { command: 'npx' } })).toEqual({ files: { command: 'npx' } });
  expect(Object.keys(entries({ command: 'npx', args: ['-y', '@scope/server-files@1.2.3', '/tmp'] }))).toEqual(['server-files']);
  expect(Object.keys(entries({ url: 'https://mcp.example.com:8443/mcp' }))).toEqual(['mcp.example.com']);
  expect(entries('"mcpServers": { "a": { "command": "x" } },')).toEqual({ a: { command: 'x' } });
});

test('an entry that can not be read is named with its reason, the others stay', () => {
  const found = read({ mcpServers: { ok: { command: 'x' }, bad: { command: 'x', args: 'no list' }, odd: 7, none: {} } });
  expect(found.entries.map((one) => one.key)).toEqual(['ok']);
  expect(found.unread.map((one) => one.key)).toEqual(['bad', 'odd', 'none']);
});

test('what is no configuration says so and throws nothing else', () => {
  for (const [text, code] of [
    ['nonsense', 'not-json'],
    ['', 'not-json'],
    ['{}', 'no-servers'],
    ['[1]', 'no-servers'],
    ['{"mcpServers":{}}', 'no-servers'],
  ] as const) {
    const thrown: unknown = (() => {
      try {
        return read(text);
      } catch (error) {
        return error;
      }
    })();
    expect(thrown, text).toBeInstanceOf(ImportError);
    expect((thrown as ImportError).code, text).toBe(code);
  }
});

test('a name that is taken gets the next number, and one that can not be shown is cleaned', () => {
  expect(freeKey('a', new Set())).toBe('a');
  expect(freeKey('a', new Set(['a', 'a-2']))).toBe('a-3');
  expect(freeKey('a\u202e\nb', new Set())).toBe('ab');
  expect(freeKey('__proto__', new Set())).toBe('__proto__-2');
  expect(freeKey('\u0000', new Set())).toBe('server');
});
