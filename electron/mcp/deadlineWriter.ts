import type { Writable } from 'node:stream';

/** A message was not handed over. `sent` is `no` when not one byte of it was, so that it can't have had an effect. */
export class SendError extends Error {
  readonly sent: 'no' | 'maybe';
  constructor(message: string, sent: 'no' | 'maybe', options?: ErrorOptions) {
    super(message, options);
    this.name = 'SendError';
    this.sent = sent;
  }
}

interface Job {
  readonly bytes: Buffer;
  at: number;
  readonly resolve: () => void;
  readonly reject: (error: SendError) => void;
}

/** One slice is one step of progress: a reader that takes this much in time is slow, not stuck. */
const sliceBytes = 65_536;

/** Writes whole messages in order. Every promise settles: `onStuck` is called when the stream takes nothing for `deadlineMs`. */
export class DeadlineWriter {
  readonly #stream: Writable;
  readonly #deadlineMs: number;
  readonly #onStuck: () => void;
  readonly #queue: Job[] = [];
  #timer: NodeJS.Timeout | undefined;
  #busy = false;
  #failure: string | undefined;
  constructor(stream: Writable, deadlineMs: number, onStuck: () => void) {
    this.#stream = stream;
    this.#deadlineMs = deadlineMs;
    this.#onStuck = onStuck;
  }

  /** Resolves when the stream has taken all of it; rejects with `SendError`. */
  write(bytes: Buffer): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(new SendError(this.#failure, 'no'));
    return new Promise((resolve, reject) => {
      this.#queue.push({ bytes, at: 0, resolve, reject });
      if (!this.#busy) this.#next();
    });
  }

  /** Rejects all that waits and all that comes. The first reason stays. */
  fail(reason: string): void {
    if (this.#failure !== undefined) return;
    this.#failure = reason;
    clearTimeout(this.#timer);
    for (const job of this.#queue.splice(0)) job.reject(new SendError(reason, job.at > 0 ? 'maybe' : 'no'));
  }

  #next(): void {
    const job = this.#queue[0];
    this.#busy = job !== undefined;
    if (!job) return;
    const slice = job.bytes.subarray(job.at, job.at + sliceBytes);
    job.at += slice.length;
    this.#timer = setTimeout(this.#onStuck, this.#deadlineMs);
    this.#stream.write(slice, (error) => {
      clearTimeout(this.#timer);
      if (error) this.fail(error.message);
      if (this.#failure !== undefined) return;
      if (job.at === job.bytes.length) {
        this.#queue.shift();
        job.resolve();
      }
      this.#next();
    });
  }
}
