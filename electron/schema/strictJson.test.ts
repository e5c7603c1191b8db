import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { exactText } from './canonical.ts';
import { randomJson, seeded } from './randomJson.ts';
import { parseStrict } from './strictJson.ts';

const valueOf = (text: string): unknown => {
  const result = parseStrict(text);
  if (!result.ok) throw new Error(result.problem);
  return result.value;
};
const problemOf = (text: string): string => {
  const result = parseStrict(text);
  return result.ok ? `accepted ${JSON.stringify(result.value)}` : result.problem;
};

describe('what JSON.parse reads', () => {
  it.each([
    '{}',
    '[]',
    '""',
    '0',
    '-1',
    '1.5',
    '1e3',
    '1E-2',
    'true',
    'false',
    'null',
    ' \n\r\t[ 1 , 2 ] ',
    '{"a":{"b":[{}]}}',
    '{"":1}',
    '"\\u0041\\n\\/\\\\\\""',
    '"😀"',
    '"\\ud83d\\ude00"',
    '9007199254740991',
    '-9007199254740991',
    '1e21',
    '100000000000000000000',
    '0.1',
    '123.456e-2',
    '"\u2028"',
    '{"a":1,"A":2}',
  ])('is read the same: %s', (text) => {
    expect(valueOf(text)).toEqual(JSON.parse(text));
  });

  it.each([
    '',
    ' ',
    '{',
    '[',
    '"',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
    '[1,]',
    '[1 2]',
    '{a:1}',
    "{'a':1}",
    '01',
    '1.',
    '.5',
    '+1',
    '-',
    'NaN',
    'Infinity',
    'undefined',
    'tru',
    '1 2',
    '{}x',
    '"\n"',
    '"\\x"',
    '"\\u12"',
    '\ufeff{}',
    '/*c*/1',
    '[1}',
    '{"a":1]',
    '"a\\',
  ])('is refused the same: %j', (text) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(problemOf(text)).toMatch(/^[A-Z",].*\.$/s);
    expect(problemOf(text)).not.toMatch(/^accepted/);
  });
});

describe('what JSON.parse would change in silence', () => {
  it('S23 a duplicate key is refused and named with its place', () => {
    expect(problemOf('{"path":"/tmp/a","path":"/etc/passwd"}')).toBe('The key "path" appears twice in one object (at character 17).');
    expect(problemOf('{"files":[{"a":1},{"path":1,"path":2}]}')).toBe(
      'The key "path" appears twice in one object (at "/files/1", character 28).',
    );
  });

  it('S23 a duplicate key is found when it is spelled with an escape', () => {
    expect(problemOf('{"path":1,"p\\u0061th":2}')).toContain('"path" appears twice');
  });

  it.each([
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '12345678901234567168',
    '1e400',
    '-1e400',
    '1e-400',
    '2e-324',
    '0.12345678901234567890',
    '123456789012345678e1',
  ])('S23 the number %s, which would change, is refused', (literal) => {
    expect(problemOf(`{"n":${literal}}`)).toContain(`The number ${literal} cannot be kept exactly`);
  });

  it('S23 numbers that are only spelled differently are kept and told', () => {
    const result = parseStrict('{"a":1.0,"b":[1e2,-0,5],"c":0.10}');
    expect(result).toEqual({ ok: true, value: { a: 1, b: [100, 0, 5], c: 0.1 }, respelled: ['/a', '/b/0', '/b/1', '/c'] });
  });

  it.each(['"\\ud800"', '"\\udc00\\ud800"', '{"\\udfff":1}', '"\ud800"', '"a\udc00b"'])(
    'S23 half a surrogate pair is refused: %j',
    (text) => {
      expect(problemOf(text)).toContain('half of a surrogate pair');
    },
  );
});

describe('hostile texts', () => {
  it('S50 nesting of 64 is read, of 65 is refused', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(valueOf(nested(64))).toEqual(JSON.parse(nested(64)));
    expect(problemOf(nested(65))).toContain('more than 64 deep');
    expect(problemOf('{"a":'.repeat(5000))).toContain('more than 64 deep');
  });

  it('S50 many values side by side are not deep', () => {
    expect(valueOf(`[${'[],'.repeat(1000)}{}]`)).toHaveLength(1001);
  });

  it('S50 __proto__ is a member like any other and changes no prototype', () => {
    const value = valueOf('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}') as Record<string, unknown>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.hasOwn(value, '__proto__')).toBe(true);
    expect(value.admin).toBeUndefined();
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    expect(exactText(value)).toBe('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}');
  });

  it('S50 a second __proto__ is a duplicate key', () => {
    expect(problemOf('{"__proto__":1,"__proto__":2}')).toContain('appears twice');
  });

  it('S50 a text over 2,000,000 characters is refused unread', () => {
    expect(problemOf(`"${'x'.repeat(2_000_000)}"`)).toContain('2000002 characters');
    expect(valueOf(`"${'x'.repeat(1_999_998)}"`)).toHaveLength(1_999_998);
  });

  it('S50 a number of a million zeros with ones at its ends is refused at once', () => {
    expect(problemOf(`1${'0'.repeat(1_000_000)}1`)).toContain('1000002 characters');
  });

  it('limits can be set by the caller', () => {
    expect(parseStrict('[[1]]', { maxDepth: 1 })).toMatchObject({ ok: false });
    expect(parseStrict('[1]', { maxLength: 2 })).toMatchObject({ ok: false });
  });
});

describe('the exact text', () => {
  it('S23 of 500 random values reads back as the very value, and its hash is that of the bytes sent', () => {
    const random = seeded(20261130);
    for (let i = 0; i < 500; i++) {
      const value = randomJson(random);
      const shown = exactText(value);
      expect(valueOf(shown)).toEqual(value);
      expect(exactText(valueOf(shown))).toBe(shown);
      const wire = Buffer.from(shown, 'utf8');
      expect(createHash('sha256').update(wire).digest('hex')).toBe(createHash('sha256').update(shown).digest('hex'));
      expect(wire.toString('utf8')).toBe(shown);
    }
  });

  it('S50 2,000 damaged texts are read as JSON.parse reads them, or refused', () => {
    const random = seeded(7);
    for (let i = 0; i < 2000; i++) {
      const text = exactText(randomJson(random, 3));
      const at = Math.floor(random() * text.length);
      const damaged = text.slice(0, at) + '{}[]",:\\01e.-+ tn'[Math.floor(random() * 17)] + text.slice(at + (random() < 0.5 ? 1 : 0));
      const result = parseStrict(damaged);
      if (result.ok) expect(result.value).toEqual(JSON.parse(damaged.replace(/-0(?![.\d])/g, '0')));
    }
  });
});
