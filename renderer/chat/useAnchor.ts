import { type RefObject, useEffect, useRef } from 'react';

export interface Anchor {
  /** Remembers where the first turn of the view stands now. */
  readonly hold: () => void;
  /** Puts it back there, after something above it changed its height. */
  readonly settle: () => void;
  /** Forgets it, because another place is to be seen. */
  readonly release: () => void;
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
  const hold = (): void => {
    const view = box.current;
    const turn = view ? firstIn(view) : undefined;
    held.current = turn && { turn, top: turn.getBoundingClientRect().top, until: performance.now() + holdMs };
  };
  const settle = (): void => {
    const view = box.current;
    const anchor = held.current;
    if (!view || !anchor) return;
    if (performance.now() > anchor.until || !anchor.turn.isConnected) {
      held.current = undefined;
      return;
    }
    const drift = anchor.turn.getBoundingClientRect().top - anchor.top;
    if (Math.abs(drift) >= 1) view.scrollBy(0, drift);
  };
  const release = (): void => {
    held.current = undefined;
  };
  return { hold, settle, release };
}

/** The first turn of which something is in view. */
function firstIn(view: HTMLElement): HTMLElement | undefined {
  const edge = view.getBoundingClientRect().top;
  return [...view.querySelectorAll<HTMLElement>('[data-turn]')].find((turn) => turn.getBoundingClientRect().bottom > edge + 1);
}
