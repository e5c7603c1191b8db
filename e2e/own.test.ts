import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filledIn, matches } from '../electron/headless/match.ts';
import { runAll, runsOf } from './own/runAll.ts';
import { scenarios } from './own/scenarios/all.ts';
import { dist, root } from './paths.ts';

const programs = { headless: dist('electron', 'headless.mjs'), own: dist('e2e', 'own.mjs') };

/** One of each kind; `npm run conformance:own` runs them all. */
const some = ['stdio-start', 'stdio-stop', 'cancellation', 'elicitation-form', 'mrtr', 'roots', 'subscriptions', 'pagination', 'logging'];
test.each(some)('our own conformance scenario %s holds in each era and by each way', { timeout: 60_000 }, async (id) => {
  const chosen = scenarios.filter((scenario) => scenario.id === id);
  const outcomes = await runAll(chosen, programs);
  expect(outcomes.length).toBeGreaterThan(0);
  expect(outcomes.map(({ checks }) => checks.length).every((count) => count > 4)).toBe(true);
  expect(
    outcomes.flatMap(({ era, way, checks }) => checks.filter(({ status }) => status === 'failed').map((one) => ({ era, way, ...one }))),
  ).toEqual([]);
});

test('the table of our own conformance scenarios names each of them, and every run', () => {
  const page = readFileSync(path.join(root, 'docs', 'conformance.md'), 'utf8');
  const named = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, id]) => id);
  expect(named).toEqual(scenarios.map(({ id }) => id));
  expect(page).toContain(`${scenarios.length} scenarios, ${runsOf(scenarios).length} runs, `);
  expect(new Set(named).size).toBe(named.length);
});

test('a pattern of a plan fits what has its members, and a saved value stands where it is named', () => {
  const state = {
    turns: [
      { id: 'a', outcome: 'open' },
      { id: 'b', outcome: 'done' },
    ],
  };
  expect(matches(state, { turns: [{ id: 'b', outcome: { $not: 'open' } }] })).toBe(true);
  expect(matches(state, { turns: [{ id: 'a', outcome: { $not: 'open' } }] })).toBe(false);
  expect(matches(state, { turns: [{ id: 'c' }] })).toBe(false);
  expect(matches(undefined, { turns: [] })).toBe(false);
  const saved = new Map([['run', { turnId: 'b' }]]);
  expect(filledIn({ turns: [{ id: '$run.turnId', more: '$else' }] }, saved)).toEqual({ turns: [{ id: 'b', more: '$else' }] });
});
