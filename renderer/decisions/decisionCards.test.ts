import { expect, test } from 'vitest';
import { randomJson, seeded } from '../testText.ts';
import { letterFor } from './letters.ts';
import { prettyJson } from './prettyJson.ts';

test('arguments laid out for editing keep every digit, every key and their order', () => {
  const text = '{"b":12345678901234567890.10,"a":"x\\u202e","b2":[{"c":[]},[1,2]],"d":{}}';
  expect(
    prettyJson(text)
      .replace(/\n\s*/g, '')
      .replace(/([:,]) /g, '$1')
      .trim(),
  ).toBe(text);
  expect(prettyJson('{"a":{"b":[{}]}}')).toBe('{\n  "a": {\n    "b": [\n      {}\n    ]\n  }\n}');
});

test('for 300 random values what is laid out for editing means the same', () => {
  const random = seeded(13);
  for (let i = 0; i < 300; i += 1) {
    const text = JSON.stringify(randomJson(random));
    expect(JSON.stringify(JSON.parse(prettyJson(text)))).toBe(JSON.stringify(JSON.parse(text)));
  }
});

test('S26 letters answer once only: none gives a standing rule, and no two deeds of a card share one', () => {
  const kinds = ['tool-call', 'server-trust', 'tools', 'go-on', 'sampling-request', 'sampling-answer', 'rule', 'too-many'] as const;
  for (const kind of [...kinds, 'elicitation', 'link', 'link-waiting'] as const) {
    const letters = (['allow', 'deny', 'edit', 'cancel'] as const)
      .map((deed) => letterFor(kind, deed))
      .filter((letter) => letter !== undefined);
    expect(new Set(letters).size).toBe(letters.length);
    expect(letters.every((letter) => /^[A-Z]$/.test(letter))).toBe(true);
  }
  expect(letterFor('tool-call', 'allow')).toBe('A');
  expect(letterFor('server-trust', 'allow')).toBe('T');
});
