import { type FocusEvent, type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import type { Turn } from '#shared/conversation/state.ts';

/** Latest turns that stay there once the page has had a quiet moment: a chat of ordinary length is whole, as for a find or a reader. */
const mostKept = 20;
const step = 4;

export interface KeptMounted {
  readonly kept: readonly number[];
  readonly onFocus: (event: FocusEvent) => void;
}

/**
 * Which turns exist wherever the view is: the latest ones, the one that holds the focus, and those in which a selection begins and ends.
 * What a person works with does not vanish because they scroll.
 */
export function useKeptMounted(box: RefObject<HTMLElement | null>, all: readonly Turn[]): KeptMounted {
  const [latest, setLatest] = useState(1);
  const [focused, setFocused] = useState<string>();
  const [selected, setSelected] = useState('');
  useEffect(() => {
    if (latest >= mostKept) return undefined;
    const idle = requestIdleCallback(() => setLatest((n) => n + step), { timeout: 2_000 });
    return () => cancelIdleCallback(idle);
  }, [latest]);
  useEffect(() => {
    const onSelection = (): void => {
      const selection = document.getSelection();
      const ends =
        selection && !selection.isCollapsed ? [turnOf(box.current, selection.anchorNode), turnOf(box.current, selection.focusNode)] : [];
      setSelected(ends.filter(Boolean).join(' '));
    };
    document.addEventListener('selectionchange', onSelection);
    return () => document.removeEventListener('selectionchange', onSelection);
  }, [box]);
  const kept = useMemo(() => {
    const ids = new Set([focused, ...selected.split(' ')]);
    const held = ids.size > 1 || !ids.has('') ? all.flatMap((turn, at) => (ids.has(turn.id) ? [at] : [])) : [];
    const from = Math.max(0, all.length - latest);
    return [...held.filter((at) => at < from), ...Array.from({ length: all.length - from }, (_, at) => from + at)];
  }, [all, latest, focused, selected]);
  const onFocus = useCallback((event: FocusEvent) => setFocused(turnOf(box.current, event.target)), [box]);
  return { kept, onFocus };
}

/** The id of the turn that a node of the box belongs to. */
function turnOf(box: HTMLElement | null, node: Node | null): string | undefined {
  const element = node instanceof Element ? node : node?.parentElement;
  const place = box?.contains(element ?? null) ? element?.closest<HTMLElement>('[data-turn]') : undefined;
  return place?.dataset['turn'];
}
