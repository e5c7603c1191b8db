import { createHash } from 'node:crypto';
import type { Adjustment } from './arguments.ts';
import { exactText } from './canonical.ts';
import { JobQueue } from './jobQueue.ts';
import type { Job, Outcome } from './jobs.ts';
import { isObject } from './pointer.ts';

export type SchemaCheck = { readonly ok: true; readonly warnings: readonly string[] } | { readonly ok: false; readonly problem: string };
/** `argumentsText` is what is to be shown, decided upon and sent, byte for byte; `problem` is written for the model. */
export type PreparedArguments =
  | { readonly ok: true; readonly argumentsText: string; readonly adjusted: readonly Adjustment[] }
  | { readonly ok: false; readonly problem: string };

/** Everything that is done with a server's schemas, in a worker with a budget (S51). Nothing rejects; whatever fails is not ok. */
export interface Schemas {
  /** Whether a tool with this input schema can be used at all. `warnings` name keywords that were malformed and left out. */
  check(schema: unknown): Promise<SchemaCheck>;
  /** Reads the model's arguments strictly, fits them to the schema and validates them (product.md 3). */
  prepare(schema: unknown, argumentsText: string): Promise<PreparedArguments>;
  /** Validates a structured result against the tool's output schema. */
  validateOutput(schema: unknown, value: unknown): Promise<SchemaCheck>;
  /** Starts the worker if there is none: arguments are about to come. */
  warm(): void;
  /** Ends the worker; what waits is not ok. */
  close(): Promise<void>;
}
/** `budgetMs` is the time one job may take, 250 by default; `startMs` (10,000) and `idleMs` (60,000) bound the worker's start and idling. */
export interface SchemasOptions {
  readonly workerFile: string | URL;
  readonly budgetMs?: number;
  readonly startMs?: number;
  readonly idleMs?: number;
}

/** Tools in use reach 60,000 characters; a longer schema also crowds everything else out of the model's context. */
const maxSchemaLength = 256_000;
const maxValueLength = 2_000_000;
/** How many schemas that overran their budget are remembered, so that none is tried again and again. */
const rememberedOverruns = 1000;

/** The schemas port over one lazily started worker thread, whose bundled entry is `workerFile`. Runs in plain Node and in Electron's main. */
export function createSchemas({ workerFile, budgetMs = 250, startMs = 10_000, idleMs = 20_000 }: SchemasOptions): Schemas {
  const queue = new JobQueue({ workerFile, budgetMs, startMs, idleMs });
  const overruns = new Map<string, Outcome>();
  const textOf = rememberTexts();
  const run = async (schema: unknown, toJob: (schemaText: string) => Job): Promise<Outcome> => {
    const { schemaText, digest } = textOf(schema) ?? {};
    if (schemaText === undefined || digest === undefined)
      return { ok: false, problem: `The schema is larger than ${maxSchemaLength} characters or cannot be written as JSON.` };
    const known = overruns.get(digest);
    if (known) return known;
    const job = toJob(schemaText);
    let { overrun, ...outcome } = await queue.run(job, job.kind !== 'check');
    if (job.kind !== 'check' || !overrun) return outcome;
    // A tool is lost by this, and a busy computer may be the cause: once more, behind all others.
    ({ overrun, ...outcome } = await queue.run(job, false));
    if (overrun && overruns.size < rememberedOverruns) overruns.set(digest, outcome);
    return outcome;
  };
  return {
    check: async (schema) => checkOf(await run(schema, (schemaText) => ({ kind: 'check', schemaText }))),
    prepare: async (schema, argumentsText) => {
      if (argumentsText.length > maxValueLength)
        return { ok: false, problem: `The arguments are longer than ${maxValueLength} characters.` };
      const outcome = await run(schema, (schemaText) => ({ kind: 'prepare', schemaText, argumentsText }));
      return outcome.ok ? { ok: true, argumentsText: outcome.argumentsText, adjusted: outcome.adjusted } : outcome;
    },
    validateOutput: async (schema, value) => {
      const valueText = boundedText(value, maxValueLength);
      if (valueText === undefined)
        return { ok: false, problem: `The structured result is larger than ${maxValueLength} characters and was not checked.` };
      return checkOf(await run(schema, (schemaText) => ({ kind: 'output', schemaText, valueText })));
    },
    warm: () => queue.warm(),
    close: () => queue.close(),
  };
}

interface SchemaText {
  readonly schemaText: string;
  readonly digest: string;
}
/** The text of a schema and its digest, made once for each object: a schema that a server gave is never changed. */
function rememberTexts(): (schema: unknown) => SchemaText | undefined {
  const known = new WeakMap<object, SchemaText>();
  return (schema) => {
    const kept = isObject(schema) ? known.get(schema) : undefined;
    if (kept) return kept;
    const schemaText = boundedText(schema, maxSchemaLength);
    if (schemaText === undefined) return undefined;
    const made = { schemaText, digest: createHash('sha256').update(schemaText).digest('hex') };
    if (isObject(schema)) known.set(schema, made);
    return made;
  };
}

const checkOf = (outcome: Outcome): SchemaCheck => (outcome.ok ? { ok: true, warnings: outcome.warnings } : outcome);

/** The value's JSON text, or undefined when it is too long or not JSON; looks at little more than `limit` characters to find that out. */
function boundedText(value: unknown, limit: number): string | undefined {
  if (lengthUpTo(value, limit) > limit) return undefined;
  try {
    const text = exactText(value);
    return text.length > limit ? undefined : text;
  } catch {
    return undefined;
  }
}

/** A lower bound of the JSON text's length that stops counting above `limit`; a cycle ends there too. */
function lengthUpTo(value: unknown, limit: number): number {
  const waiting: unknown[] = [value];
  let length = 0;
  while (waiting.length > 0 && length <= limit) {
    const next = waiting.pop();
    length += typeof next === 'string' ? next.length + 2 : 1;
    if (Array.isArray(next)) {
      length += next.length;
      if (length <= limit) for (const item of next) waiting.push(item);
    } else if (isObject(next)) {
      for (const key of Object.keys(next)) {
        if (length > limit) break;
        length += key.length + 3;
        waiting.push(next[key]);
      }
    }
  }
  return length;
}
