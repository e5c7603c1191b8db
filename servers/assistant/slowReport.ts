import { setTimeout as delay } from 'node:timers/promises';

/** Waits `seconds` in `steps` equal parts and tells `onStep` after each. Ends at once, as `cancelled`, when `signal` aborts. */
export async function slowReport(
  { seconds, steps }: { readonly seconds: number; readonly steps: number },
  onStep: (done: number) => Promise<void>,
  signal: AbortSignal,
): Promise<'finished' | 'cancelled'> {
  for (let done = 1; done <= steps; done += 1) {
    try {
      await delay((seconds * 1000) / steps, undefined, { signal });
    } catch (error) {
      if (signal.aborted) return 'cancelled';
      throw error;
    }
    await onStep(done);
  }
  return 'finished';
}
