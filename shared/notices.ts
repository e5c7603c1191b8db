import * as z from 'zod';

export const noticeCodes = ['config-broken', 'config-entry', 'not-saved', 'database-replaced', 'orphans-swept', 'internal'] as const;
/** Something the whole app has to say until it is mended: `code` selects the words, `detail` is technical. `id` is unique per cause. */
export const Notice = z.object({ id: z.string(), code: z.enum(noticeCodes), detail: z.string(), dismissible: z.boolean() });
export type Notice = z.infer<typeof Notice>;
export const NoticesEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('notice.raised'), notice: Notice }),
  z.object({ type: z.literal('notice.cleared'), id: z.string() }),
]);
export type NoticesEvent = z.infer<typeof NoticesEvent>;
export type NoticesState = readonly Notice[];
export const noNotices: NoticesState = [];
export function reduceNotices(state: NoticesState, event: NoticesEvent): NoticesState {
  const others = state.filter((n) => n.id !== (event.type === 'notice.cleared' ? event.id : event.notice.id));
  return event.type === 'notice.cleared' ? others : [...others, event.notice];
}
