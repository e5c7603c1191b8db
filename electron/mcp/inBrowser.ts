import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { OpenLinks } from './openLinks.ts';

/** How long the time of a call stands still at most for one link, in milliseconds; a server that never says that it is done must not stop it for good. */
export const longestInBrowserMs = 30 * 60_000;
const LinkRequest = z.looseObject({ mode: z.literal('url'), elicitationId: z.string().optional() });

/** What an older server has asked for while a request runs, and what it was answered. */
export interface PushedAnswer {
  readonly params: unknown;
  readonly answer: Readonly<Record<string, unknown>>;
  /** Aborted when one of the running requests is over. */
  readonly ended: readonly AbortSignal[];
}

/**
 * Resolves when the person may be back from a link that an older server pushed and they have just opened: the server says that it is done,
 * what it was asked for is over, or half an hour has passed. At once for anything else. Run it where the time of calls stands still.
 */
export async function whileInBrowser(links: OpenLinks, { params, answer, ended }: PushedAnswer): Promise<void> {
  const link = LinkRequest.safeParse(params);
  if (!link.success || answer['action'] !== 'accept' || ended.length === 0) return;
  const { elicitationId } = link.data;
  const waiting = links.wait(elicitationId === undefined ? [] : [elicitationId]);
  const signal = AbortSignal.any([waiting.done, ...ended]);
  await sleep(longestInBrowserMs, undefined, { signal, ref: false }).catch(() => undefined);
  waiting.end();
}
