import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { Content } from '#shared/decision/decision.ts';
import type { AutomaticAnswer, GateParts } from '../decision/gate.ts';
import { yes } from './automatic.ts';
import { matches } from './match.ts';

const Members = z.record(z.string(), z.unknown());
/**
 * One step of a plan: a request of the chat page's own (what it answers may be saved under a name, and `"$name.member"` in a later step stands
 * for it), a wait until a topic looks like a pattern, or a pause in milliseconds.
 */
const Step = z.union([
  z.strictObject({ request: z.string(), input: Members.default({}), save: z.string().optional() }),
  z.strictObject({ wait: z.string(), for: z.unknown(), ms: z.number().default(10_000) }),
  z.strictObject({ pause: z.number() }),
]);
export type Step = z.infer<typeof Step>;

/** What the headless host is told to do with its server in place of using everything once. */
const Plan = z.strictObject({
  /** Limits other than the settled ones, by their names. */
  limits: z.record(z.string(), z.number()).default({}),
  /** The first whose pattern fits a question answers it: `wait` leaves it open. What none fits gets a yes. */
  answers: z
    .array(
      z.strictObject({
        to: Members,
        answer: z.union([z.enum(['allow', 'deny', 'cancel', 'wait']), z.strictObject({ content: Content })]),
      }),
    )
    .default([]),
  /** Whether links are opened: they are only told in the output. */
  opensLinks: z.boolean().default(false),
  /** Steps before the server is started, and once it can be used. */
  before: z.array(Step).default([]),
  steps: z.array(Step).default([]),
});
export type Plan = z.infer<typeof Plan>;
/** A plan as it is written down: what has a default may be left out. */
export type PlanText = z.input<typeof Plan>;

/** Reads a plan's file. Throws for what is no plan. */
export const readPlan = (file: string): Plan => Plan.parse(JSON.parse(readFileSync(file, 'utf8')));

/** The answers of a plan, given through the gate and journalled as automatic. */
export function automaticBy({ answers }: Plan): NonNullable<GateParts['automatic']> {
  return (question): AutomaticAnswer | undefined => {
    const found = answers.find(({ to }) => matches(question, to));
    if (!found) return yes(question);
    return found.answer === 'wait' ? undefined : found.answer;
  };
}
