import { expect, test } from 'vitest';
import { removeMember, setMember } from './jsonEdit.ts';
import { JsonTextError, parseJson, repeatedName, valueOf } from './jsonText.ts';

/** Texts that JSON.parse must judge as the reader does. */
const good = ['{}', '[]', 'null', '-1.5e+10', '"\\u00e9\\n"', ' {"a" : [1 , {"b":"}"}, true ] }\n', '{"":0}', '"\u2028"', '{"a":1,"a":2}'];
const bad = [
  '',
  ' ',
  '{',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  '[1,]',
  '[1 2]',
  "{'a':1}",
  '{a:1}',
  '01',
  '1.',
  '.5',
  '+1',
  'nul',
  'NaN',
  '"\t"',
  '"\\x"',
  '"\\u12"',
  '"',
  '{"a":1}}',
  '// x',
  '{"a":1} x',
  '\uFEFF{}',
  '\u00a0{}',
];

test('the reader takes what JSON.parse takes and nothing else', () => {
  for (const text of good) expect(valueOf(text, parseJson(text))).toEqual(JSON.parse(text));
  for (const text of bad) {
    expect(() => JSON.parse(text) as unknown, text).toThrow(SyntaxError);
    expect(() => parseJson(text), text).toThrow(JsonTextError);
  }
});

test('an error tells the place and never the content', () => {
  const where = (text: string): string => {
    try {
      parseJson(text);
      return 'good';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  };
  expect(where('{\n  "key": SECRET\n}')).toBe('line 2, column 10: expected a value');
  expect(where('{"a": 1\n "b": 2}')).toBe('line 2, column 2: expected "," or "}"');
  expect(where('{"a": "SECRET')).toBe('line 1, column 14: expected the end of a text in double quotes, but the file ends');
  expect(where('[\r\n1,\r\n]')).toBe('line 3, column 1: expected a value');
});

test('S50 I12 deep nesting is an error, not a crash', () => {
  expect(() => parseJson('['.repeat(100_000))).toThrow('nested deeper than 64');
  expect(parseJson(`${'['.repeat(64)}${']'.repeat(64)}`).kind).toBe('array');
});

test('names that stand twice are found at any depth, also when one is written with escapes', () => {
  const twice = (text: string): string | undefined => repeatedName(parseJson(text));
  expect([
    twice('{"a":1,"b":{"a":1}}'),
    twice('{"a":1,"\\u0061":2}'),
    twice('[{"x":[{"y":1,"y":2}]}]'),
    twice('{"__proto__":1,"__proto__":2}'),
  ]).toEqual([undefined, 'a', 'y', '__proto__']);
});

const pretty = '{\n  "2": {"keep" :  1.0},\n  "1": [ 1,2 ],\n  "obj": {\n    "z": 1,\n    "a": "x"\n  }\n}\n';

test('a member is set in place, with every other byte as it was', () => {
  expect(setMember(pretty, ['obj', 'z'], 5)).toBe(pretty.replace('"z": 1', '"z": 5'));
  expect(setMember(pretty, ['1'], ['a', 'b'])).toBe(pretty.replace('[ 1,2 ]', '["a", "b"]'));
  expect(setMember(pretty, ['obj', 'new'], { d: ['e'] })).toBe(
    pretty.replace('"a": "x"\n', '"a": "x",\n    "new": {\n      "d": [\n        "e"\n      ]\n    }\n'),
  );
  expect(setMember(pretty, ['2', 'more'], { d: 1 })).toBe(pretty.replace('{"keep" :  1.0}', '{"keep" :  1.0, "more": {"d":1}}'));
});

test.each([
  ['4 blanks', '    '],
  ['a tab', '\t'],
  ['2 blanks', '  '],
])('what is new is indented like the file: %s', (_name, unit) => {
  const value = { s: { x: { command: 'c', args: ['a'] } } };
  const text = JSON.stringify(value, null, unit);
  expect(setMember(text, ['s', 'y'], { command: 'd' })).toBe(JSON.stringify({ s: { ...value.s, y: { command: 'd' } } }, null, unit));
  expect(setMember(text, ['s', 'x', 'env'], { A: '1' })).toBe(JSON.stringify({ s: { x: { ...value.s.x, env: { A: '1' } } } }, null, unit));
});

test('a file on one line stays on one line, and one with CRLF keeps its line ends', () => {
  expect(setMember('{"a":1,"s":{}}', ['s', 'x'], { c: [1] })).toBe('{"a":1,"s":{"x":{"c":[1]}}}');
  expect(setMember('{"s":{"y":1}}', ['s', 'x'], 'v')).toBe('{"s":{"y":1,"x":"v"}}');
  expect(setMember('{\r\n    "s": {}\r\n}', ['s', 'x'], { c: 1 })).toBe(
    '{\r\n    "s": {\r\n        "x": {\r\n            "c": 1\r\n        }\r\n    }\r\n}',
  );
});

test('objects on the way are made, and a path through something else is an error', () => {
  expect(setMember('{}', ['a', 'b', 'c'], 1)).toBe('{\n  "a": {\n    "b": {\n      "c": 1\n    }\n  }\n}');
  expect(setMember('{\n}\n', ['a'], 1)).toBe('{\n  "a": 1\n}\n');
  expect(() => setMember('{"a":1}', ['a', 'b'], 1)).toThrow(TypeError);
  expect(() => setMember('[]', ['a'], 1)).toThrow(TypeError);
});

test('a name with quotes, or that means something to JavaScript, is only a name', () => {
  for (const key of ['a"b\\', '__proto__', 'constructor', '0', 'é\u2028']) {
    const text = setMember('{"s": {"x": 1}}', ['s', key], 'v');
    expect(Object.getOwnPropertyDescriptor((JSON.parse(text) as { s: object }).s, key)?.value).toBe('v');
    expect(removeMember(text, ['s', key])).toBe('{"s": {"x": 1}}');
  }
});

test('a member is taken out with its comma, wherever it stands', () => {
  expect(removeMember(pretty, ['obj', 'z'])).toBe(pretty.replace('"z": 1,\n    ', ''));
  expect(removeMember(pretty, ['obj', 'a'])).toBe(pretty.replace(',\n    "a": "x"', ''));
  expect(removeMember(pretty, ['1'])).toBe(pretty.replace(',\n  "1": [ 1,2 ]', ''));
  expect(removeMember('{ "a" : 1 }', ['a'])).toBe('{}');
  expect(removeMember(pretty, ['none'])).toBe(pretty);
  expect(removeMember(pretty, ['none', 'deeper'])).toBe(pretty);
});
