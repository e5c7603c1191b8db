import { Worker } from 'node:worker_threads';
import type { Job, Order, Outcome, Report } from './jobs.ts';

/** Times in milliseconds. A job may take `budgetMs`; `startMs` bounds how long a new worker may take until it is up, and to take up a job. */
export interface JobQueueOptions {
  readonly workerFile: string | URL;
  readonly budgetMs: number;
  readonly startMs: number;
  readonly idleMs: number;
}
interface Pending {
  readonly order: Order;
  readonly settle: (outcome: Outcome) => void;
}
/** `overrun` tells a job that used up its budget from every other failure. */
export type Ended = Outcome & { readonly overrun?: true };

const failed = (problem: string): Ended => ({ ok: false, problem });
const notStarted = 'The part of Steward that checks arguments could not be started';
const memoryMb = 128;
/** Honest schemas cost time in proportion to their length (about 4 ms per 1,000 characters when cold), bombs are short and cost far more. */
const extraMsPerCharacter = 0.008;

/** No environment and no flags of the app: what runs there needs neither. A text says why it could not be made. */
function startWorker(file: string | URL): Worker | string {
  try {
    return new Worker(file, { name: 'schemas', env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * One worker thread that does one job at a time, started at the first job and ended when idle. A job that overruns its budget, or that the
 * worker dies of, fails closed; those behind it run in a fresh worker. Nothing rejects.
 */
export class JobQueue {
  readonly #options: JobQueueOptions;
  readonly #waiting: Pending[] = [];
  readonly #endings = new Set<Promise<unknown>>();
  #running: Pending | undefined;
  #worker: Worker | undefined;
  #isReady = false;
  #isClosed = false;
  #lastId = 0;
  /** Whichever clock runs now: start, begin, budget or idle; there is never more than one. */
  #clock: NodeJS.Timeout | undefined;

  constructor(options: JobQueueOptions) {
    this.#options = options;
  }

  /** Runs a job; an urgent one goes before those that are not. */
  run(job: Job, isUrgent: boolean): Promise<Ended> {
    if (this.#isClosed) return Promise.resolve(failed('Steward is closing; nothing was checked.'));
    this.#lastId++;
    const order: Order = { id: this.#lastId, job };
    return new Promise((settle) => {
      const at = isUrgent ? this.#waiting.findIndex(({ order: other }) => other.job.kind === 'check') : -1;
      this.#waiting.splice(at < 0 ? this.#waiting.length : at, 0, { order, settle });
      this.#next();
    });
  }

  /** Has a worker ready for the next job; it ends again when idle. */
  warm(): void {
    if (!this.#worker && !this.#isClosed) this.#start();
  }

  /** Ends the worker; whatever waits fails. Resolves when the thread is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#end();
    this.#failAll('Steward is closing; nothing was checked.');
    await Promise.allSettled(this.#endings);
  }

  #next(): void {
    if (this.#running || this.#isClosed) return;
    if (this.#waiting.length === 0) {
      if (this.#worker) this.#wait(this.#options.idleMs, () => this.#end()).unref();
    } else if (!this.#worker) {
      this.#start();
    } else if (this.#isReady) {
      this.#running = this.#waiting.shift();
      this.#worker.postMessage(this.#running?.order);
      this.#wait(this.#options.startMs, () => this.#giveUp('The part of Steward that checks arguments does not answer.'));
    }
  }

  #start(): void {
    // The thread alone never keeps the process alive; the clock of a waiting job does.
    const worker = startWorker(this.#options.workerFile);
    if (typeof worker === 'string') return this.#failAll(`${notStarted} (${worker}).`);
    worker.unref();
    worker.on('message', (report: Report) => this.#hear(worker, report));
    worker.on('error', (error) => this.#lose(worker, error instanceof Error ? error.message : String(error)));
    worker.on('exit', (code) => this.#lose(worker, `exit code ${code}`));
    this.#worker = worker;
    this.#isReady = false;
    this.#wait(this.#options.startMs, () => this.#lose(worker, 'it did not start in time'));
  }

  #hear(worker: Worker, report: Report): void {
    if (worker !== this.#worker) return;
    if (report.kind === 'ready') {
      this.#isReady = true;
      clearTimeout(this.#clock);
      this.#next();
    } else if (report.id !== this.#running?.order.id) {
      return;
    } else if (report.kind === 'began') {
      const budgetMs = Math.round(this.#options.budgetMs + this.#running.order.job.schemaText.length * extraMsPerCharacter);
      this.#wait(budgetMs, () => this.#overrun(report.id, budgetMs));
    } else {
      this.#settle(report.outcome);
    }
  }

  /** If main itself was busy, the answer may lie in the mailbox already: it is looked into once more before the worker is blamed. */
  #overrun(id: number, budgetMs: number): void {
    setImmediate(() => {
      if (this.#running?.order.id === id) this.#giveUp(`The check took longer than ${budgetMs} ms and was stopped.`, true);
    });
  }

  #giveUp(problem: string, isOverrun = false): void {
    this.#end();
    this.#settle(isOverrun ? { ...failed(problem), overrun: true } : failed(problem));
  }

  /** The worker went by itself. One that never came up fails all that wait for it, so that it isn't started for ever. */
  #lose(worker: Worker, why: string): void {
    if (worker !== this.#worker) return;
    const cameUp = this.#isReady;
    this.#end();
    if (cameUp) this.#settle(failed(`The check failed and was stopped (${why.slice(0, 200)}).`));
    else this.#failAll(`${notStarted} (${why.slice(0, 200)}).`);
  }

  #end(): void {
    clearTimeout(this.#clock);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#isReady = false;
    if (!worker) return;
    const ending = worker.terminate().finally(() => this.#endings.delete(ending));
    this.#endings.add(ending);
  }

  #settle(outcome: Ended): void {
    clearTimeout(this.#clock);
    const running = this.#running;
    this.#running = undefined;
    running?.settle(outcome);
    this.#next();
  }

  #failAll(problem: string): void {
    const all = [...(this.#running ? [this.#running] : []), ...this.#waiting.splice(0)];
    this.#running = undefined;
    for (const { settle } of all) settle(failed(problem));
  }

  #wait(ms: number, then: () => void): NodeJS.Timeout {
    clearTimeout(this.#clock);
    this.#clock = setTimeout(then, ms);
    return this.#clock;
  }
}
