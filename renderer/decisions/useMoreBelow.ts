import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Whether the row of answers lies over a part of the text that ends at `end`. It looks at where both are now: reports of an observer may
 * come several at once and be out of date, and the row may be one line high or three.
 */
export function useMoreBelow(end: RefObject<HTMLElement | null>, row: RefObject<HTMLElement | null>): boolean {
  const [isMore, setMore] = useState(false);
  useLayoutEffect(() => {
    let frame = 0;
    const look = (): void => {
      if (!end.current || !row.current) return;
      // A pixel is no text: edges may lie between two of them.
      setMore(end.current.getBoundingClientRect().bottom > row.current.getBoundingClientRect().top + 1);
    };
    const lookSoon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    look();
    const observer = new ResizeObserver(lookSoon);
    observer.observe(document.body);
    if (row.current) observer.observe(row.current);
    window.addEventListener('scroll', lookSoon, { passive: true });
    window.addEventListener('resize', lookSoon);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('scroll', lookSoon);
      window.removeEventListener('resize', lookSoon);
    };
  }, [end, row]);
  return isMore;
}
