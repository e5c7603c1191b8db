export interface Bucket {
  /** Takes one, or says that there is none left now. */
  take(): boolean;
}

/** So many at once, and so many more each second. `now` in milliseconds; a clock that goes back gives nothing. */
export function createBucket({ atOnce, perSecond, now }: { atOnce: number; perSecond: number; now: () => number }): Bucket {
  let left = atOnce;
  let at = now();
  return {
    take() {
      const time = now();
      left = Math.min(atOnce, left + (Math.max(0, time - at) * perSecond) / 1000);
      at = time;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
