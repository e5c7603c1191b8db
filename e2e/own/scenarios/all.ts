import type { Scenario } from '../scenario.ts';
import { asked } from './asked.ts';
import { calls } from './calls.ts';
import { elicitation } from './elicitation.ts';
import { health } from './health.ts';
import { life } from './life.ts';
import { lists } from './lists.ts';
import { offers } from './offers.ts';
import { watched } from './watching.ts';

/** Every scenario, in the order of the table. */
export const scenarios: readonly Scenario[] = [...life, ...health, ...calls, ...elicitation, ...asked, ...watched, ...lists, ...offers];
