import type { ChatView } from '#shared/conversation/chats.ts';

export type Day = 'pinned' | 'today' | 'yesterday' | 'earlier';

/** Midnight at which the day of `now` began, in local time. */
export const startOfDay = (now: Date): number => new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();

/** What is pinned first, then chats under the day of their last event, in their order; days without chats are left out. */
export function byDay(chats: readonly ChatView[], today: number): readonly { readonly day: Day; readonly chats: readonly ChatView[] }[] {
  const before = new Date(today);
  before.setDate(before.getDate() - 1);
  const yesterday = before.getTime();
  const dayOf = ({ updatedAt, pinned }: ChatView): Day => {
    if (pinned) return 'pinned';
    if (updatedAt >= today) return 'today';
    return updatedAt >= yesterday ? 'yesterday' : 'earlier';
  };
  const days: readonly Day[] = ['pinned', 'today', 'yesterday', 'earlier'];
  return days.map((day) => ({ day, chats: chats.filter((chat) => dayOf(chat) === day) })).filter((group) => group.chats.length > 0);
}
