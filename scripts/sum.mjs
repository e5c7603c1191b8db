// Reads what the test runners report, and adds it up. Run by itself it prints the sum of the parts named as arguments, as the last line of a run
// that had several: a part that left no sum of its own counts as one failed.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** `failures` names what failed, as far as it has a name. @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Count */

/** @type {Count} */
export const oneFailed = { passed: 0, failed: 1, skipped: 0, failures: ['the run itself'] };

/** Whole numbers only; what a report lacks counts as none. @param {unknown} value */
const number = (value) => (typeof value === 'number' ? value : 0);

/** Vitest's json report. A file that could not be loaded has no tests of its own and counts as one failed. @param {any} report @returns {Count} */
export function countVitest(report) {
  const files = /** @type {any[]} */ (report.testResults ?? []);
  const broken = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults?.some((/** @type {any} */ test) => test.status === 'failed'),
  );
  return {
    passed: number(report.numPassedTests),
    failed: number(report.numFailedTests) + broken.length,
    skipped: number(report.numPendingTests) + number(report.numTodoTests),
    failures: [
      ...broken.map((file) => `${path.relative(root, file.name ?? '')}: could not be loaded`),
      ...files.flatMap((file) =>
        (file.assertionResults ?? [])
          .filter((/** @type {any} */ test) => test.status === 'failed')
          .map((/** @type {any} */ test) => `${path.relative(root, file.name ?? '')}: ${test.fullName ?? test.title}`),
      ),
    ],
  };
}

/** The files and titles of all tests below a suite of Playwright's that did not pass at once. @param {any} suite @returns {string[]} */
const failedBelow = (suite) => [
  ...(suite.specs ?? [])
    .filter((/** @type {any} */ spec) =>
      spec.tests?.some((/** @type {any} */ test) => test.status === 'unexpected' || test.status === 'flaky'),
    )
    .map((/** @type {any} */ spec) => `${spec.file}: ${spec.title}`),
  ...(suite.suites ?? []).flatMap(failedBelow),
];

/** Playwright's json report. A test that passed only at a second try counts as failed. @param {any} report @returns {Count} */
export function countPlaywright(report) {
  const stats = report.stats ?? {};
  return {
    passed: number(stats.expected),
    failed: number(stats.unexpected) + number(stats.flaky),
    skipped: number(stats.skipped),
    failures: failedBelow(report),
  };
}

/** @param {string} file @param {(report: any) => Count} count @returns {Count | null} null where there is no report or only a part of one */
function readCount(file, count) {
  try {
    return count(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/**
 * What one runner did. One that left no report, or ended badly though its report shows no failed test, counts as one failed.
 * @param {string} file @param {(report: any) => Count} count @param {number} exitCode @returns {Count}
 */
export function readReport(file, count, exitCode) {
  const counted = readCount(file, count);
  if (!counted) return { ...oneFailed, failures: [`no report in ${path.basename(file)}`] };
  return exitCode !== 0 && counted.failed === 0
    ? { ...counted, failed: 1, failures: [`${path.basename(file)}: ended badly (${exitCode})`] }
    : counted;
}

/** @param {readonly Count[]} counts @returns {Count} */
export const add = (counts) =>
  counts.reduce(
    (a, b) => ({
      passed: a.passed + b.passed,
      failed: a.failed + b.failed,
      skipped: a.skipped + b.skipped,
      failures: [...a.failures, ...b.failures],
    }),
    { passed: 0, failed: 0, skipped: 0, failures: [] },
  );

/** The closing line. @param {Omit<Count, 'failures'>} count */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** @param {string} part */
const sumFile = (part) => path.join(root, 'test-results', `sum-${part}.json`);

/** Leaves the sum of one part of a run for the line that closes all of it. @param {'main' | 'package' | 'conformance' | 'conformance-own'} part @param {Count} count */
export function writeSum(part, count) {
  fs.mkdirSync(path.dirname(sumFile(part)), { recursive: true });
  fs.writeFileSync(sumFile(part), JSON.stringify(count));
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) {
  const total = add(
    process.argv.slice(2).map((part) => readCount(sumFile(part), (count) => count) ?? { ...oneFailed, failures: [`${part}: left no sum`] }),
  );
  // Here, at the end, because whoever reads the log of such a run often has only its end.
  for (const name of total.failures) console.log(`failed: ${name}`);
  console.log(closingLine(total));
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}
