import { useSyncExternalStore } from 'react';

const onSecond = (listener: () => void): (() => void) => {
  const timer = setInterval(listener, 1000);
  return () => clearInterval(timer);
};

/** The time in milliseconds since 1970, in steps of a second: for what counts up or down in words. */
export const useNow = (): number => useSyncExternalStore(onSecond, () => Math.floor(Date.now() / 1000) * 1000);
