import { useEffect, useRef } from 'react';

/** Runs `ask` now and again `everyMs` after it has ended, only while the page is in view and `isOn`. Nothing is asked while nobody looks. */
export function usePoll(ask: () => Promise<void>, everyMs: number, isOn = true): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const round = (): void => {
      const asked = document.hidden ? Promise.resolve() : latest.current();
      void asked.finally(() => {
        if (!isOver) timer = setTimeout(round, everyMs);
      });
    };
    round();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [everyMs, isOn]);
}
