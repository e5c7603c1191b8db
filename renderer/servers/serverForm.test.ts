import { expect, test } from 'vitest';
import { emptyForm, formOf, readForm } from './serverForm.ts';

test('a line is one argument whole, and only what was typed is written', () => {
  const result = readForm(
    { ...emptyForm, name: ' files ', command: 'npx', args: '-y\n  my pack age \n\n--x="1 2"', env: 'A=1=2\nEMPTY=' },
    [],
  );
  expect(result).toEqual({
    ok: true,
    key: 'files',
    entry: { command: 'npx', args: ['-y', '  my pack age ', '--x="1 2"'], env: { A: '1=2', EMPTY: '' } },
    secrets: [],
  });
  expect(readForm({ ...emptyForm, name: 'a', command: 'b' }, [])).toEqual({ ok: true, key: 'a', entry: { command: 'b' }, secrets: [] });
});

test('each field says what is wrong with it and nothing is guessed', () => {
  expect(readForm({ ...emptyForm, env: 'no equals' }, [])).toEqual({
    ok: false,
    problems: {
      name: { key: 'servers.form.nameMissing' },
      command: { key: 'servers.form.commandMissing' },
      env: { key: 'servers.form.envBad', line: 'no equals' },
    },
  });
  expect(readForm({ ...emptyForm, name: 'demo', command: 'x' }, ['demo'])).toMatchObject({
    ok: false,
    problems: { name: { key: 'servers.form.nameTaken' } },
  });
});

test('a remote server needs an address, its headers are read line by line', () => {
  const remote = { ...emptyForm, kind: 'remote' as const, name: 'gh' };
  expect(readForm({ ...remote, url: ' https://x.example/mcp ', headers: 'Authorization: Bearer ${T}\n' }, [])).toEqual({
    ok: true,
    key: 'gh',
    entry: { url: 'https://x.example/mcp', headers: { Authorization: 'Bearer ${T}' } },
    secrets: [],
  });
  for (const url of ['', 'x.example', 'file:///etc/passwd', 'javascript:alert(1)'])
    expect(readForm({ ...remote, url }, []), url).toMatchObject({ ok: false, problems: { url: { key: 'serverPage.form.urlBad' } } });
  expect(readForm({ ...remote, url: 'https://x', headers: 'no colon' }, [])).toMatchObject({ problems: { headers: { line: 'no colon' } } });
});

test('an entry goes into the form and out of it unchanged, or is not put into a form at all', () => {
  for (const entry of [
    { command: 'npx', args: ['-y', ' a b'], env: { A: '1=2' }, cwd: '/tmp' },
    { command: 'x' },
    { url: 'https://x/', headers: { A: 'b' } },
    { type: 'sse' as const, url: 'https://x/' },
    { type: 'http' as const, url: 'https://x/', headers: { A: '${secret:B}' } },
  ]) {
    const form = formOf('key', entry);
    expect(form && readForm(form, [])).toEqual({ ok: true, key: 'key', entry, secrets: [] });
  }
  expect(formOf('key', { command: 'x', args: ['two\nlines'] })).toBeUndefined();
  expect(formOf('key', { command: 'x', env: { A: 'two\nlines' } })).toBeUndefined();
  expect(formOf('key', { command: ' x ' })).toBeUndefined();
});

const keeping = { names: ['gh.Authorization', 'other'], own: [], byDefault: true, before: {} };
const far = { ...emptyForm, kind: 'remote' as const, name: 'gh', url: 'https://x.example/mcp' };

test('S44 a value that looks like a secret goes to the keychain under a free name, and the entry names it; its scheme stays readable', () => {
  const headers = 'Authorization: Bearer CANARY-1\nX-Team: red\nX-Token: ${TOKEN}';
  expect(readForm({ ...far, headers }, [], keeping)).toEqual({
    ok: true,
    key: 'gh',
    entry: {
      url: 'https://x.example/mcp',
      headers: { Authorization: 'Bearer ${secret:gh.Authorization-2}', 'X-Team': 'red', 'X-Token': '${TOKEN}' },
    },
    secrets: [{ name: 'gh.Authorization-2', value: 'CANARY-1' }],
  });
  const own = readForm({ ...far, headers }, [], { ...keeping, own: ['gh.Authorization'] });
  expect(own).toMatchObject({ secrets: [{ name: 'gh.Authorization' }] });
});

test('S44 the person’s word about a value counts more than its name, and a value that stands in the file stays there unasked', () => {
  const env = 'API_KEY=CANARY-1\nPLAIN=x';
  const local = { ...emptyForm, name: '张 三', command: 'npx', env };
  expect(readForm({ ...local, keep: { API_KEY: false, PLAIN: true } }, [], keeping)).toMatchObject({
    entry: { env: { API_KEY: 'CANARY-1', PLAIN: '${secret:_.PLAIN}' } },
    secrets: [{ name: '_.PLAIN', value: 'x' }],
  });
  expect(readForm(local, [], { ...keeping, before: { API_KEY: 'CANARY-1' } })).toMatchObject({ secrets: [] });
  expect(readForm(local, [], { ...keeping, byDefault: false })).toMatchObject({ secrets: [] });
});
