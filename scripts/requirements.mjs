#!/usr/bin/env node
// Holds the requirements manifest against the reports of a test run: an id is proven only if a test whose title begins with it ran and
// passed in this very run. `node scripts/requirements.mjs` after `npm test` prints what is missing.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** @typedef {{ title: string, passed: boolean }} Ran */

const id = /^[A-Z]{1,4}-?\d+$/;

/** The ids that a title begins with. @param {string} title */
export function idsOf(title) {
  const words = title.split(/\s+/);
  const end = words.findIndex((word) => !id.test(word));
  return end < 0 ? words : words.slice(0, end);
}

/** @param {any} report @returns {Ran[]} */
export const ranInVitest = (report) =>
  (report.testResults ?? []).flatMap((/** @type {any} */ file) =>
    (file.assertionResults ?? []).map((/** @type {any} */ test) => ({ title: test.title, passed: test.status === 'passed' })),
  );

/** @param {any} report @returns {Ran[]} */
export function ranInPlaywright(report) {
  /** @type {(suite: any) => Ran[]} */
  const inSuite = (suite) => [
    ...(suite.specs ?? []).map((/** @type {any} */ spec) => ({
      title: spec.title,
      passed: spec.ok === true && spec.tests?.every((/** @type {any} */ test) => test.status === 'expected'),
    })),
    ...(suite.suites ?? []).flatMap(inSuite),
  ];
  return (report.suites ?? []).flatMap(inSuite);
}

/**
 * What of the manifest does not hold, in words.
 * @param {{ proven: string[], deferred: Record<string, string> }} manifest @param {readonly Ran[]} ran @returns {string[]}
 */
export function missing(manifest, ran) {
  const passed = new Set(ran.filter((test) => test.passed).flatMap((test) => idsOf(test.title)));
  const failed = new Set(ran.filter((test) => !test.passed).flatMap((test) => idsOf(test.title)));
  return [
    ...manifest.proven.filter((name) => !passed.has(name)).map((name) => `${name}: no test of this name ran and passed`),
    ...manifest.proven.filter((name) => failed.has(name)).map((name) => `${name}: a test of this name did not pass`),
    ...Object.entries(manifest.deferred)
      .filter(([, reason]) => reason.length < 20)
      .map(([name]) => `${name}: deferred without a reason`),
    ...Object.keys(manifest.deferred)
      .filter((name) => manifest.proven.includes(name))
      .map((name) => `${name}: both proven and deferred`),
    ...manifest.proven.filter((name, at) => manifest.proven.indexOf(name) !== at).map((name) => `${name}: named twice`),
  ];
}

/** @param {string} file */
const read = (file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));

/**
 * The manifest: what `npm test` proves, what only installed packages can prove (`npm run test:package` holds that against its own report),
 * and what is put off, with the reason.
 * @returns {{ proven: string[], packaged: string[], deferred: Record<string, string> }}
 */
export const readManifest = () => read('e2e/requirements.json');

/** What of the manifest the reports of the last `npm test` don't show. @returns {string[]} */
export function missingNow() {
  const manifest = readManifest();
  const ran = [...ranInVitest(read('test-results/vitest.json')), ...ranInPlaywright(read('test-results/playwright.json'))];
  const twice = manifest.packaged.filter((name) => manifest.proven.includes(name) || name in manifest.deferred);
  return [...missing(manifest, ran), ...twice.map((name) => `${name}: proven by packages, and named elsewhere too`)];
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) {
  const lines = missingNow();
  for (const line of lines) console.error(`[requirements] ${line}`);
  process.exitCode = lines.length > 0 ? 1 : 0;
}
