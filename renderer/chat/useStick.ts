import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { afterResize, afterScroll, type Stick, stickAtStart, type View } from './stick.ts';

export interface Sticking {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly isUnread: boolean;
  readonly onScroll: () => void;
  readonly toEnd: () => void;
}

const viewOf = (box: HTMLElement): View => ({ top: box.scrollTop, height: box.clientHeight, full: box.scrollHeight });

/** Binds the pure rules of `stick.ts` to a scrolled box and its content. */
export function useStick(): Sticking {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const stick = useRef<Stick>(stickAtStart);
  const [isUnread, setUnread] = useState(false);

  const onResize = useCallback(() => {
    if (!box.current) return;
    const { stick: next, scrollTo } = afterResize(stick.current, viewOf(box.current));
    stick.current = next;
    if (scrollTo !== undefined) box.current.scrollTop = scrollTo;
    setUnread(next.isUnread);
  }, []);
  const onScroll = useCallback(() => {
    if (!box.current) return;
    stick.current = afterScroll(stick.current, viewOf(box.current));
    setUnread(stick.current.isUnread);
  }, []);
  const toEnd = useCallback(() => {
    stick.current = { ...stick.current, sticking: true, isUnread: false };
    onResize();
  }, [onResize]);
  useEffect(() => {
    const observer = new ResizeObserver(onResize);
    if (box.current) observer.observe(box.current);
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, [onResize]);
  return { box, content, isUnread, onScroll, toEnd };
}
