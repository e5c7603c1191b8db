import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestName, TopicName } from '#shared/ipc/contract.ts';
import { ask, follow, type Drive } from './drive.ts';
import type { JsonValue } from './json.ts';
import { filledIn, matches } from './match.ts';
import type { Step } from './plan.ts';

/**
 * Does the steps in order and tells each with its outcome. A request that fails is an outcome like another; a wait that is in vain ends the
 * steps: false.
 */
export async function runSteps(parts: Drive, steps: readonly Step[], saved: Map<string, unknown>): Promise<boolean> {
  for (const step of steps) {
    if ('pause' in step) await sleep(step.pause);
    else if ('request' in step) await doRequest(parts, step, saved);
    else if (!(await waitFor(parts, step, saved))) return false;
  }
  return true;
}

async function doRequest(parts: Drive, { request, input, save }: Extract<Step, { request: string }>, saved: Map<string, unknown>) {
  const reply = await ask(parts, request as RequestName, filledIn(input, saved) as object);
  if (reply.ok && save !== undefined) saved.set(save, reply.value);
  const outcome = reply.ok ? { value: reply.value } : { failure: reply.failure };
  parts.tell({ event: 'reply', request, ok: reply.ok, ...(outcome as Record<string, JsonValue>) });
}

async function waitFor(parts: Drive, step: Extract<Step, { wait: string }>, saved: Map<string, unknown>): Promise<boolean> {
  const pattern = filledIn(step.for, saved);
  const found = await follow(parts, step.wait as TopicName, (state) => (matches(state, pattern) ? { state } : undefined), step.ms);
  const state = found?.state ?? parts.host.hub.state(step.wait as TopicName, {});
  parts.tell({ event: 'waited', topic: step.wait, found: found !== undefined, state: state as JsonValue });
  return found !== undefined;
}
