import * as z from 'zod';

export const updateProblems = ['unreachable', 'not-found', 'unreadable', 'not-secure', 'failed'] as const;
/** Where the search for a newer Steward is. Nothing is fetched or installed but by a person's click. */
export const UpdateState = z.object({
  /** The address of the feed; empty when updates are off. */
  feed: z.string(),
  status: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('idle') }),
    /** It was started from a folder of sources and can't replace itself. */
    z.object({ kind: z.literal('not-packaged') }),
    z.object({ kind: z.literal('checking') }),
    z.object({ kind: z.literal('none'), version: z.string() }),
    z.object({ kind: z.literal('available'), version: z.string() }),
    z.object({ kind: z.literal('downloading'), version: z.string(), percent: z.number() }),
    z.object({ kind: z.literal('downloaded'), version: z.string() }),
    z.object({ kind: z.literal('failed'), problem: z.enum(updateProblems), detail: z.string() }),
  ]),
});
export type UpdateState = z.infer<typeof UpdateState>;
export type UpdateStatus = UpdateState['status'];
export const UpdatesEvent = z.object({ type: z.literal('updates.changed'), state: UpdateState });
export type UpdatesEvent = z.infer<typeof UpdatesEvent>;
export const noUpdates: UpdateState = { feed: '', status: { kind: 'idle' } };
export const reduceUpdates = (_state: UpdateState, event: UpdatesEvent): UpdateState => event.state;

const loopback = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/;

/** The address of a feed: https, or http on this computer where that is allowed; no user, no password, no query. Undefined for anything else. */
export function feedUrl(text: string, allowLoopback: boolean): URL | undefined {
  const url = text.length <= 2048 && !/[\s\\]/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined;
  if (url.protocol === 'https:') return url;
  return allowLoopback && url.protocol === 'http:' && loopback.test(url.hostname) ? url : undefined;
}
