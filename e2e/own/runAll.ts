import os from 'node:os';
import { type Outcome, type Programs, runScenario } from './runScenario.ts';
import type { Scenario, Way } from './scenario.ts';
import { type Era, eras } from './script.ts';

/** One run of a scenario. */
export interface Run {
  readonly scenario: Scenario;
  readonly era: Era;
  readonly way: Way;
}
/** Every run of the scenarios, in their order. */
export const runsOf = (scenarios: readonly Scenario[]): readonly Run[] =>
  scenarios.flatMap((scenario) =>
    eras.flatMap((era) => {
      const { runs = { modern: ['stdio'], legacy: ['stdio'] } } = scenario;
      return (runs[era] ?? []).map((way) => ({ scenario, era, way }));
    }),
  );

/** Runs them, two at a time where there are so many processors; the outcomes are in their order. */
export async function runAll(scenarios: readonly Scenario[], programs: Programs): Promise<readonly Outcome[]> {
  const runs = runsOf(scenarios);
  const outcomes: Outcome[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < runs.length; at = next++) {
      const run = runs[at];
      if (run) outcomes[at] = await runScenario(run.scenario, run.era, run.way, programs);
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, os.availableParallelism()) }, work));
  return outcomes;
}
