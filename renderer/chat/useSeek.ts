import { useEffect } from 'react';
import type { Turn } from '#shared/conversation/state.ts';
import { usePage, usePageParts } from '../ipc/hooks.ts';

/** How long the turn that was looked for stays marked, milliseconds. */
const markedMs = 2_500;

export interface SeekParts {
  readonly conversationId: string;
  readonly all: readonly Turn[];
  readonly hasEarlier: boolean;
  readonly earlier: { readonly isBusy: boolean; readonly load: () => void };
  /** Brings a turn into view, by its place in `all`. */
  readonly show: (index: number) => void;
}

/** Leads to the turn that a search found, loading earlier ones until it is there; answers which one is marked now. */
export function useSeek({ conversationId, all, hasEarlier, earlier, show }: SeekParts): string | null {
  const { page } = usePageParts();
  const wanted = usePage((s) => (s.seek?.conversationId === conversationId ? s.seek.turnId : undefined));
  const marked = usePage((s) => s.found);
  useEffect(() => {
    if (wanted === undefined || all.length === 0 || earlier.isBusy) return;
    const index = all.findIndex((turn) => turn.id === wanted);
    if (index < 0 && hasEarlier) {
      earlier.load();
      return;
    }
    if (index >= 0) show(index);
    page.setState({ seek: null, found: index < 0 ? null : wanted });
  });
  useEffect(() => {
    if (marked === null) return undefined;
    const timer = setTimeout(() => page.setState({ found: null }), markedMs);
    return () => clearTimeout(timer);
  }, [page, marked]);
  return marked;
}
