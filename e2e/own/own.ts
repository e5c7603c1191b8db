// The suite of this project's own (npm run conformance:own). `own serve SCENARIO ERA RECORD` is a server over stdio, for the host under test;
// `own [--only=ID,…] [--json=FILE]` runs the scenarios against the built headless host and prints a table.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { serveOverStdio } from './overStdio.ts';
import { runAll } from './runAll.ts';
import { scenarios } from './scenarios/all.ts';
import type { Era } from './script.ts';
import { tableOf } from './table.ts';

const [mode, ...rest] = process.argv.slice(2);

function serve([id, era, record]: readonly string[]): void {
  const scenario = scenarios.find((one) => one.id === id);
  if (!scenario || !record) throw new Error(`no scenario ${id}`);
  serveOverStdio(era as Era, scenario.script({ era: era as Era, way: 'stdio' }), record, scenario.isStubborn === true);
}

async function runThem(args: readonly string[]): Promise<void> {
  const valueOf = (name: string): string | undefined => args.find((arg) => arg.startsWith(name))?.slice(name.length);
  const only = valueOf('--only=')?.split(',');
  const chosen = scenarios.filter(({ id }) => only?.includes(id) ?? true);
  if (only && chosen.length !== only.length) throw new Error(`not all of these are scenarios: ${only.join(', ')}`);
  const built = path.resolve(import.meta.dirname, '..');
  const programs = { headless: path.join(built, 'electron', 'headless.mjs'), own: path.join(built, 'e2e', 'own.mjs') };
  const outcomes = await runAll(chosen, programs);
  const table = tableOf(outcomes);
  console.log(table);
  for (const { scenario, era, way, checks } of outcomes)
    for (const { id, description, status, detail } of checks)
      if (status === 'failed') console.log(`\nFAILED ${scenario} (${era}, ${way}) ${id}: ${description}\n  ${detail}`);
  const file = valueOf('--json=');
  if (file !== undefined) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify({ table, outcomes }, null, 2)}\n`);
  }
  if (outcomes.some(({ checks }) => checks.some(({ status }) => status === 'failed'))) process.exitCode = 1;
}

if (mode === 'serve') serve(rest);
else await runThem(process.argv.slice(2));
