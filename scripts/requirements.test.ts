import { expect, test } from 'vitest';
import { idsOf, missing, ranInPlaywright, ranInVitest } from './requirements.mjs';

test.each([
  ['F1 a missing command', ['F1']],
  ['UA2 UA8 one bad tool', ['UA2', 'UA8']],
  ['LIF-18 never fetches', ['LIF-18']],
  ['HTTP-1 posts', ['HTTP-1']],
  ['(a) one tool', []],
  ['a test about F1', []],
])('%j begins with %j', (title, ids) => {
  expect(idsOf(title)).toEqual(ids);
});

const ran = [
  { title: 'F1 works', passed: true },
  { title: 'F2 does not', passed: false },
  { title: 'F3 once', passed: true },
  { title: 'F3 twice', passed: false },
];
test.each<[string, { proven: string[]; deferred: Record<string, string> }, string[]]>([
  ['a proven id', { proven: ['F1'], deferred: {} }, []],
  ['an id whose test failed', { proven: ['F2'], deferred: {} }, ['F2: no test', 'F2: a test']],
  ['an id of which one test failed', { proven: ['F3'], deferred: {} }, ['F3: a test']],
  ['an id without a test', { proven: ['F9'], deferred: {} }, ['F9: no test']],
  ['a deferral without a reason', { proven: [], deferred: { F9: 'later' } }, ['F9: deferred']],
  ['a deferral with a reason', { proven: [], deferred: { F9: 'needs a machine with macOS to run on' } }, []],
])('the manifest says of %s what is missing', (_title, manifest, lines) => {
  const found = missing(manifest, ran);
  expect(found).toHaveLength(lines.length);
  lines.forEach((line, at) => expect(found[at]).toContain(line));
});

test('both runners’ reports are read, skipped tests count as not passed', () => {
  expect(
    ranInVitest({
      testResults: [
        {
          assertionResults: [
            { title: 'F1 a', status: 'passed' },
            { title: 'F2 b', status: 'pending' },
          ],
        },
      ],
    }),
  ).toEqual([
    { title: 'F1 a', passed: true },
    { title: 'F2 b', passed: false },
  ]);
  const report = {
    suites: [
      {
        specs: [{ title: 'F1 a', ok: true, tests: [{ status: 'expected' }] }],
        suites: [{ specs: [{ title: 'F2 b', ok: true, tests: [{ status: 'skipped' }] }] }],
      },
    ],
  };
  expect(ranInPlaywright(report)).toEqual([
    { title: 'F1 a', passed: true },
    { title: 'F2 b', passed: false },
  ]);
});
