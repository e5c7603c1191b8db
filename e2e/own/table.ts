import type { Outcome } from './runScenario.ts';
import { eras } from './script.ts';

/** What came of all scenarios, as a table in Markdown: passed of all checks, by era and way. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const ids = [...new Set(outcomes.map(({ scenario }) => scenario))];
  const rows = ids.map((id) => {
    const mine = outcomes.filter(({ scenario }) => scenario === id);
    return [`\`${id}\``, mine[0]?.title ?? '', ...eras.map((era) => cellOf(mine.filter((one) => one.era === era)))];
  });
  const all = outcomes.flatMap(({ checks }) => checks);
  const passed = all.filter(({ status }) => status === 'passed').length;
  return [
    '| scenario | what it shows | 2026-07-28 | older |',
    '|---|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    `${ids.length} scenarios, ${outcomes.length} runs, ${passed} of ${all.length} checks passed.`,
  ].join('\n');
}
function cellOf(outcomes: readonly Outcome[]): string {
  if (outcomes.length === 0) return '–';
  return outcomes
    .map(({ way, checks }) => `${way} ${checks.filter(({ status }) => status === 'passed').length}/${checks.length}`)
    .join(', ');
}
