import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';

export interface Anchor {
  /** Remembers where the first turn of the view stands now. */
  readonly hold: () => void;
  /** Puts it back there, after something above it changed its height. */
  readonly settle: () => void;
}
/** Milliseconds in which turns that came in above are measured. */
const holdMs = 1_500;

/** Keeps what is read in its place while earlier turns come in above it and are measured; a scroll by the person lets go. */
export function useAnchor(box: RefObject<HTMLElement | null>): Anchor {
  const held = useRef<{ readonly turn: HTMLElement; readonly top: number; readonly until: number }>(undefined);
  useEffect(() => {
    const element = box.current;
    const letGo = (): void => {
      held.current = undefined;
    };
    const kinds = ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const;
    for (const kind of kinds) element?.addEventListener(kind, letGo, { passive: true });
    return () => kinds.forEach((kind) => element?.removeEventListener(kind, letGo));
  }, [box]);
  const hold = useCallback(() => {
    const edge = box.current?.getBoundingClientRect().top ?? 0;
    const turns = [...(box.current?.querySelectorAll<HTMLElement>('[data-turn]') ?? [])];
    const turn = turns.find((one) => one.getBoundingClientRect().bottom > edge + 1);
    held.current = turn && { turn, top: turn.getBoundingClientRect().top, until: performance.now() + holdMs };
  }, [box]);
  const settle = useCallback(() => {
    const { current } = held;
    if (!current || !box.current) return;
    if (performance.now() > current.until || !current.turn.isConnected) {
      held.current = undefined;
      return;
    }
    const drift = current.turn.getBoundingClientRect().top - current.top;
    if (Math.abs(drift) >= 1) box.current.scrollBy(0, drift);
  }, [box]);
  return useMemo(() => ({ hold, settle }), [hold, settle]);
}
