import { screen } from 'electron';
import path from 'node:path';
import { loadFrames, saveFrames } from './frameFile.ts';
import { frameAtStart, type WindowFrame, withFrame } from './windowFrame.ts';

/** Moving and sizing come in dozens; what they ended in is written this much later, milliseconds. */
const settleMs = 400;

export interface FrameKeeper {
  readonly frame: WindowFrame;
  readonly onFrame: (frame: WindowFrame) => void;
  /** Writes what has not been written yet. */
  readonly flush: () => void;
}

/** Remembers where the window stood on each display, in window.json: the database opens only after the window. */
export function keepFrame(userData: string, report: (error: unknown) => void): FrameKeeper {
  const file = path.join(userData, 'window.json');
  let kept = loadFrames(file);
  const primary = screen.getPrimaryDisplay();
  const frame = frameAtStart(kept, [primary, ...screen.getAllDisplays().filter(({ id }) => id !== primary.id)]);
  let latest: WindowFrame | undefined;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    if (!latest) return;
    kept = withFrame(kept, screen.getDisplayMatching(latest), latest);
    latest = undefined;
    try {
      saveFrames(file, kept);
    } catch (error) {
      report(error);
    }
  };
  return {
    frame,
    onFrame: (now) => {
      latest = now;
      clearTimeout(timer);
      timer = setTimeout(flush, settleMs);
      timer.unref();
    },
    flush,
  };
}
