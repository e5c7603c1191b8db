import { describe, expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';

const values: readonly (readonly [string, string])[] = [
  ['(123 + 456) * 2', '1158'],
  ['1 + 2 * 3', '7'],
  ['7 / 2', '3.5'],
  ['4 / 2', '2.0'],
  ['7 // 2', '3'],
  ['-7 // 2', '-4'],
  ['-7 % 3', '2'],
  ['7 % -3', '-2'],
  ['-7.5 % 2', '0.5'],
  ['7.5 // 2', '3.0'],
  ['1.0 // 0.1', '9.0'],
  ['-2 ** 2', '-4'],
  ['(-2) ** 2', '4'],
  ['2 ** -1', '0.5'],
  ['2 ** 3 ** 2', '512'],
  ['2 ** 100', '1267650600228229401496703205376'],
  ['9007199254740993 + 0', '9007199254740993'],
  ['0.1 + 0.2', '0.30000000000000004'],
  ['1e16', '1e+16'],
  ['123456789012345.5', '123456789012345.5'],
  ['0.00001', '1e-05'],
  ['0.0001', '0.0001'],
  ['1_000_000 * 3', '3000000'],
  ['.5 + 2.', '2.5'],
  ['- - + 3', '3'],
  ['abs(-3.5)', '3.5'],
  ['round(2.5)', '2'],
  ['round(3.5)', '4'],
  ['round(-0.5)', '0'],
  ['round(2.675, 2)', '2.67'],
  ['round(0.125, 2)', '0.12'],
  ['round(0.375, 2)', '0.38'],
  ['round(-19.995, 1)', '-20.0'],
  ['round(5, 2)', '5'],
  ['min(3, 1.5, 2)', '1.5'],
  ['max([3, 10, 2])', '10'],
  ['sum([29.9, 29.9, 2999])', '3058.8'],
  ['sum([])', '0'],
  ['pow(2, 10)', '1024'],
  ['print((1 + 2) * 3)', '9'],
  ['  2 +\t2  # a note\n', '4'],
  ['(1 +\n 2)', '3'],
  ['max(1, 2,)', '2'],
];

const problems: readonly (readonly [string, string, RegExp])[] = [
  ['an empty text', '', /nothing to compute/],
  ['only space and a comment', '  # hello', /nothing to compute/],
  ['an import', '__import__("os").system("id")', /"__import__" is not available\. Only arithmetic/],
  ['an import statement', 'import os', /"import" is not available/],
  ['an attribute', '(1).__class__', /"\." is not available/],
  ['a name of the prototype', 'constructor(1)', /"constructor" is not available/],
  ['another name of the prototype', '__proto__(1)', /"__proto__" is not available/],
  ['a string', '"a" * 10', /""" is not available/],
  ['a variable', 'x + 1', /"x" is not available/],
  ['an assignment', '1 = 2', /"=" is not available/],
  ['a lambda', '(lambda: 1)()', /"lambda" is not available/],
  ['two expressions', '1; 2', /";" is not available/],
  ['two lines', '10\n-3', /Unexpected "line break": one expression/],
  ['a huge exponent', '9 ** 9 ** 9', /exponent is too large/],
  ['a huge exponent of one', '1 ** 99999999999', /exponent is too large/],
  ['a huge fraction as exponent', '2.0 ** 1e300', /exponent is too large/],
  ['powers of powers', '(2 ** 9999) ** 9999', /number is too large/],
  ['products of powers', '2 ** 9999 * 2 ** 9999', /number is too large/],
  ['a double that overflows', '1e308 * 10', /number is too large/],
  ['a whole number beyond doubles next to a double', '1.5 // 2 ** 2000', /number is too large/],
  ['a literal that overflows', '1e999', /number is too large/],
  ['deep parentheses', `${'('.repeat(400)}1${')'.repeat(400)}`, /nested too deeply/],
  ['many signs', `${'-'.repeat(400)}1`, /nested too deeply/],
  ['deep lists', `${'['.repeat(400)}1${']'.repeat(400)}`, /nested too deeply/],
  ['a long text', '1+'.repeat(600), /too long: at most 1000/],
  ['a division by zero', '1 / 0', /Division by zero/],
  ['a whole division by zero', '1 // 0', /Division by zero/],
  ['a remainder by zero', '1.5 % 0', /Division by zero/],
  ['a negative power of zero', '0 ** -1', /Division by zero/],
  ['a root of a negative number', '(-8) ** 0.5', /not a real number/],
  ['an open parenthesis', '(1 + 2', /Expected "\)" but found the end/],
  ['a stray parenthesis', '1 + 2)', /Unexpected "\)"/],
  ['an operator without a number', '1 +', /Unexpected the end of the expression/],
  ['two numbers', '1 2', /Unexpected 2/],
  ['leading zeros', '007', /leave out the leading zeros/],
  ['a list alone', '[1, 2]', /list can only be given/],
  ['a sum of lists', 'sum([1], [2])', /sum takes one list/],
  ['too many arguments', 'abs(1, 2)', /abs takes 1 number\./],
  ['too few arguments', 'pow(2)', /pow takes 2 numbers/],
  ['a maximum of nothing', 'max()', /needs at least one number/],
  ['a rounding to half a digit', 'round(1.5, 0.5)', /whole number of digits/],
  ['print within print', 'print(print(1))', /"print" is not available/],
];

describe('run_python evaluates like Python', () => {
  test.each(values)('%s is %s', (code, text) => {
    expect(evaluate(code)).toEqual({ kind: 'value', text });
  });
});

describe('run_python refuses whatever is not bounded arithmetic, with a sentence', () => {
  test.each(problems)('%s', (_name, code, message) => {
    const result = evaluate(code);
    expect(result).toMatchObject({ kind: 'problem' });
    expect(result.kind === 'problem' && result.message).toMatch(message);
  });

  test('the largest numbers within the limits are computed without a noticeable wait', () => {
    const began = performance.now();
    expect(evaluate(`${'2**9999*0+'.repeat(99)}1`)).toEqual({ kind: 'value', text: '1' });
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
