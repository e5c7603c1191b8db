#!/usr/bin/env node
// node scripts/conformance-own.mjs             runs this project's own scenarios against the headless host, and writes the table of docs/conformance.md
// node scripts/conformance-own.mjs --check     the same, but fails where the table is not of this run (also with CI=true)
// node scripts/conformance-own.mjs --only=ID   runs some of them, and writes no table
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root, say } from './run.mjs';
import { oneFailed, writeSum } from './sum.mjs';

const doc = path.join(root, 'docs/conformance.md');
const json = path.join(root, 'test-results/conformance-own.json');

/** @param {readonly string[]} args @returns {Promise<number>} */
function run(args) {
  const child = spawn(process.execPath, [path.join(root, 'dist/e2e/own.mjs'), ...args], { cwd: root, stdio: 'inherit' });
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

/** Puts the table of the latest run into the page, or says that it is not there. @param {boolean} isCheck @returns {boolean} whether all is well */
function keepTable(isCheck) {
  const { table } = JSON.parse(fs.readFileSync(json, 'utf8'));
  const before = fs.readFileSync(doc, 'utf8');
  const after = before.replace(/(<!-- own -->\n)[^]*(<!-- \/own -->)/, (_all, open, close) => `${open}\n${table}\n\n${close}`);
  if (after === before) return true;
  if (!isCheck) fs.writeFileSync(doc, after);
  else say('conformance', 'the table in docs/conformance.md is not of this run: npm run conformance:own writes it');
  return !isCheck;
}

/** Each run of a scenario counts as one test, and so does a table that is out of date. @param {boolean} isKept */
function countOf(isKept) {
  if (!fs.existsSync(json)) return oneFailed;
  const outcomes = /** @type {{ scenario: string, era: string, way: string, checks: { status: string }[] }[]} */ (
    JSON.parse(fs.readFileSync(json, 'utf8')).outcomes
  );
  const failed = outcomes.filter(({ checks }) => checks.some(({ status }) => status === 'failed'));
  const failures = [
    ...failed.map(({ scenario, era, way }) => `${scenario} (${era}, ${way})`),
    ...(isKept ? [] : ['the table in docs/conformance.md is not of this run']),
  ];
  return { passed: outcomes.length - failed.length, failed: failures.length, skipped: 0, failures };
}

const args = process.argv.slice(2);
const isCheck = args.includes('--check') || process.env.CI === 'true';
const others = args.filter((arg) => arg !== '--check');
fs.rmSync(json, { force: true }); // nothing of an earlier run may be counted
const code = await run([`--json=${json}`, ...others]);
const isKept = code !== 0 || others.length > 0 || keepTable(isCheck);
process.exitCode = isKept ? code : 1;
if (others.length === 0) writeSum('conformance-own', countOf(isKept));
