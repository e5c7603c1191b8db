import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { afterResize, afterScroll, isFarFromEnd, letGo, type Stick, stickAtStart, type View } from './stick.ts';

export interface Sticking {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  /** Something came below while the person reads further up. */
  readonly isUnread: boolean;
  /** The end is out of view. */
  readonly isAway: boolean;
  /** Takes note of a scroll; answers whether the end is out of view now, which `isAway` tells only with the next drawing. */
  readonly onScroll: () => boolean;
  readonly onResize: () => void;
  readonly toEnd: () => void;
  /** The end is followed no longer: something further up is to be seen. */
  readonly leaveEnd: () => void;
}

const viewOf = (box: HTMLElement): View => ({ top: box.scrollTop, height: box.clientHeight, full: box.scrollHeight });

const isAwayIn = (stick: Stick): boolean => !stick.sticking && isFarFromEnd(stick.view);

const upKeys = new Set(['ArrowUp', 'PageUp', 'Home']);

/** Binds the pure rules of `stick.ts` to a scrolled box and its content. */
export function useStick(): Sticking {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const stick = useRef<Stick>(stickAtStart);
  const [isUnread, setUnread] = useState(false);
  const [isAway, setAway] = useState(false);

  const tell = useCallback((next: Stick) => {
    stick.current = next;
    setUnread(next.isUnread);
    setAway(isAwayIn(next));
  }, []);
  const onResize = useCallback(() => {
    if (!box.current) return;
    const { stick: next, scrollTo } = afterResize(stick.current, viewOf(box.current));
    if (scrollTo !== undefined && Math.abs(box.current.scrollTop - scrollTo) >= 1) box.current.scrollTop = scrollTo;
    tell(next);
  }, [tell]);
  const onScroll = useCallback(() => {
    if (box.current) tell(afterScroll(stick.current, viewOf(box.current)));
    return isAwayIn(stick.current);
  }, [tell]);
  const toEnd = useCallback(() => {
    stick.current = { ...stick.current, sticking: true, isUnread: false };
    onResize();
  }, [onResize]);
  const leaveEnd = useCallback(() => {
    if (box.current) stick.current = letGo(stick.current, viewOf(box.current));
  }, []);
  useEffect(() => {
    const node = box.current;
    if (!node) return;
    const up = (): void => void (stick.current = letGo(stick.current, viewOf(node)));
    const onWheel = (event: WheelEvent): void => void (event.deltaY < 0 && up());
    const onKey = (event: KeyboardEvent): void => void (upKeys.has(event.key) && up());
    node.addEventListener('wheel', onWheel, { passive: true });
    node.addEventListener('keydown', onKey);
    return () => {
      node.removeEventListener('wheel', onWheel);
      node.removeEventListener('keydown', onKey);
    };
  }, []);
  useEffect(() => {
    const observer = new ResizeObserver(onResize);
    if (box.current) observer.observe(box.current);
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, [onResize]);
  return { box, content, isUnread, isAway, onScroll, onResize, toEnd, leaveEnd };
}
