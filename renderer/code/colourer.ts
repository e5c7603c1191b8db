import type { ColourAnswer, ColouredLines, ColourJob } from './colours.ts';
import type { Language } from './names.ts';

/** Colours code without holding anybody up. */
export interface Colourer {
  /** The lines if they are known already. */
  readonly known: (code: string, language: Language) => ColouredLines | undefined;
  /** Resolves to the lines, or to undefined when they can't be had; never rejects. */
  readonly colour: (code: string, language: Language) => Promise<ColouredLines | undefined>;
}

/** Milliseconds for one piece of code, its grammar included; then the worker is ended and the code stays plain. */
const budgetMs = 4_000;
/** Milliseconds without work after which the worker is ended: it holds the grammars. */
const idleMs = 60_000;
/** Pieces of code whose colours are remembered. */
const mostKnown = 200;

interface Waiting {
  readonly job: ColourJob;
  readonly done: (lines: ColouredLines | undefined) => void;
}

/** A colourer over a worker that is made when first needed; jobs run one by one. */
export function createColourer(start: () => Worker): Colourer {
  const cache = new Map<string, ColouredLines>();
  const queue: Waiting[] = [];
  let worker: Worker | undefined;
  let current: Waiting | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  const keyOf = (code: string, language: Language): string => `${language}\n${code}`;

  function end(): void {
    worker?.terminate();
    worker = undefined;
    finish(undefined);
  }
  function finish(lines: ColouredLines | undefined): void {
    clearTimeout(timer);
    const finished = current;
    current = undefined;
    if (finished && lines) {
      cache.set(keyOf(finished.job.code, finished.job.language), lines);
      for (const oldest of [...cache.keys()].slice(0, Math.max(0, cache.size - mostKnown))) cache.delete(oldest);
    }
    finished?.done(lines);
    next();
  }
  function next(): void {
    if (current) return;
    current = queue.shift();
    if (!current) {
      if (worker) timer = setTimeout(end, idleMs);
      return;
    }
    if (!worker) {
      worker = start();
      worker.addEventListener('message', ({ data }: MessageEvent<ColourAnswer>) => {
        if (data.id === current?.job.id) finish(data.lines);
      });
      worker.addEventListener('error', end);
    }
    clearTimeout(timer);
    timer = setTimeout(end, budgetMs);
    worker.postMessage(current.job);
  }
  return {
    known: (code, language) => cache.get(keyOf(code, language)),
    colour: (code, language) =>
      new Promise((done) => {
        queue.push({ job: { id: ++last, code, language }, done });
        next();
      }),
  };
}
