import { ModelError } from './provider.ts';

/** One HTTP exchange with an endpoint, and when it has to end. */
export interface Attempt {
  /** Aborts when the person stops, when nothing comes for too long (then the reason is a `ModelError`), and after `close`. */
  readonly signal: AbortSignal;
  /** The person stopped it. */
  readonly stopped: () => boolean;
  /** From now on something must come every so many milliseconds. */
  readonly expect: (ms: number) => void;
  /** Something came. */
  readonly touch: () => void;
  /** Ends the exchange, whatever state it is in, and forgets timers and listeners. */
  readonly close: () => void;
}

export function beginAttempt(person: AbortSignal): Attempt {
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    ended.abort();
  };
  if (person.aborted) stop();
  else person.addEventListener('abort', stop, { once: true });
  return {
    signal: ended.signal,
    stopped: () => person.aborted,
    expect: (ms) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        ended.abort(new ModelError('model-cut', `nothing came for ${Math.ceil(ms / 1000)} seconds`));
      }, ms);
    },
    touch: () => {
      timer?.refresh();
    },
    close: () => {
      clearTimeout(timer);
      person.removeEventListener('abort', stop);
      ended.abort();
    },
  };
}
