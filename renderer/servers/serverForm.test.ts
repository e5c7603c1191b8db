import { expect, test } from 'vitest';
import { emptyForm, readForm } from './serverForm.ts';

test('a line is one argument whole, and only what was typed is written', () => {
  const result = readForm({ name: ' files ', command: 'npx', args: '-y\n  my pack age \n\n--x="1 2"', env: 'A=1=2\nEMPTY=' }, []);
  expect(result).toEqual({
    ok: true,
    key: 'files',
    entry: { command: 'npx', args: ['-y', '  my pack age ', '--x="1 2"'], env: { A: '1=2', EMPTY: '' } },
  });
  expect(readForm({ ...emptyForm, name: 'a', command: 'b' }, [])).toEqual({ ok: true, key: 'a', entry: { command: 'b' } });
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
