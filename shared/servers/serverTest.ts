import * as z from 'zod';
import { ServerProblem } from './status.ts';

/**
 * What a test of a server found. `answered`: it listed its tools, after so many milliseconds; `review` counts those that wait for one.
 * `untrusted`: nothing was started or sent, its review is asked for. `off`: it is switched off.
 */
export const ServerTest = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('answered'), ms: z.number(), tools: z.number(), review: z.number() }),
  z.object({ outcome: z.literal('failed'), problem: ServerProblem }),
  z.object({ outcome: z.literal('untrusted') }),
  z.object({ outcome: z.literal('off') }),
]);
export type ServerTest = z.infer<typeof ServerTest>;
