import { expect, test } from 'vitest';
import { expandTemplate, templateVariables } from './template.ts';

const values = { var: 'value', hello: 'Hello World!', path: '/foo/bar', x: '1024', y: '768', empty: '', half: '50%', zh: '北京' };

test.each([
  ['{var}', 'value'],
  ['{hello}', 'Hello%20World%21'],
  ['{half}', '50%25'],
  ['{+hello}', 'Hello%20World!'],
  ['{+path}/here', '/foo/bar/here'],
  ['X{#hello}', 'X#Hello%20World!'],
  ['map?{x,y}', 'map?1024,768'],
  ['{x,hello,y}', '1024,Hello%20World%21,768'],
  ['X{.var}', 'X.value'],
  ['{/var,x}/here', '/value/1024/here'],
  ['{;x,y}', ';x=1024;y=768'],
  ['{?x,y}', '?x=1024&y=768'],
  ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
  ['{var:3}', 'val'],
  ['{?x,none}', '?x=1024'],
  ['a{?none}', 'a'],
  ['city/{zh}', 'city/%E5%8C%97%E4%BA%AC'],
  ['library://map/{var*}', 'library://map/value'],
  ['plain', 'plain'],
])('RES-4 %s expands to %s as RFC 6570 says', (template, uri) => {
  expect(expandTemplate(template, values)).toBe(uri);
});

test('RES-4 the variables of a template come in its order, each once', () => {
  expect(templateVariables('x://{b}/{a}{?b,c*,d:3}')).toEqual(['b', 'a', 'c', 'd']);
});

test.each(['{', 'a{b', '{a b}', '{}', '{!x}', '{(a+)+$}', `{${'a'.repeat(200)}}`, '{a}'.repeat(1000)])(
  'S31 %s is no template that is used, and costs no time',
  (template) => {
    const began = performance.now();
    expect(expandTemplate(template, values)).toBeUndefined();
    expect(templateVariables(template)).toEqual([]);
    expect(performance.now() - began).toBeLessThan(200);
  },
);

test('S31 a value stays inside its place: it can neither leave the path nor add a query', () => {
  expect(expandTemplate('shop://runbook/{topic}', { topic: '../../etc?x=1#y' })).toBe('shop://runbook/..%2F..%2Fetc%3Fx%3D1%23y');
  expect(expandTemplate('shop://runbook/{topic}', { topic: '\ud800' })).toBe('shop://runbook/%EF%BF%BD');
  expect(expandTemplate('shop://runbook/{constructor}', {})).toBe('shop://runbook/');
});
