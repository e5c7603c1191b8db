import { performance } from 'node:perf_hooks';
import { type InputRequiredResult, withInputRequired } from '@modelcontextprotocol/client';
import type * as z from 'zod';
import { Deadline } from './deadline.ts';
import type { HostClient } from './hostClient.ts';
import type { Inbound } from './inbound.ts';
import { inRounds } from './rounds.ts';
import { RunningRequest } from './runningRequest.ts';

/** What is asked of a server outside any call. */
export interface RequestInRounds<S extends z.ZodType> {
  readonly method: 'resources/read' | 'prompts/get';
  readonly params: Readonly<Record<string, unknown>>;
  /** For the person: the address of the resource, or the name of the prompt. */
  readonly reading: string;
  readonly schema: S;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/**
 * Reads a resource or a prompt and answers what the server asks for meanwhile (RES-5). The time limit stands still while a person is asked.
 * Throws `RoundsEndedError`, or what the SDK throws.
 */
export async function requestInRounds<S extends z.ZodType>(
  client: HostClient,
  inbound: Inbound,
  { method, params, reading, schema, signal, timeoutMs }: RequestInRounds<S>,
): Promise<z.infer<S>> {
  const running = new RunningRequest({ reading });
  const deadline = new Deadline(timeoutMs, () => performance.now());
  const unfollow = inbound.follow((busy) => (busy ? deadline.pause() : deadline.resume()));
  const both = AbortSignal.any([signal, deadline.signal]);
  try {
    return await inbound.during(running, () =>
      inRounds<z.infer<S>>({
        client,
        inbound,
        running,
        deadline,
        signal: both,
        send: async (further) => {
          const result = await client.request({ method, params: { ...params, ...further } }, withInputRequired(schema), {
            signal: both,
            allowInputRequired: true,
            timeout: 2 ** 31 - 1, // our own deadline decides, and tells the server
          });
          return result as InputRequiredResult | z.infer<S>;
        },
        goOn: (rounds) => inbound.mayGoOn(rounds, running, both),
      }),
    );
  } finally {
    unfollow();
    deadline.end();
  }
}
