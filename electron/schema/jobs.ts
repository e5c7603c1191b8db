import { prepareArguments, type Adjustment } from './arguments.ts';
import { exactText } from './canonical.ts';
import { parseStrict } from './strictJson.ts';
import type { Validator, Validators } from './validator.ts';

/** One piece of work for the schema worker. Everything crosses as text, so that bytes stay what they are. */
export type Job =
  | { readonly kind: 'check'; readonly schemaText: string }
  | { readonly kind: 'prepare'; readonly schemaText: string; readonly argumentsText: string }
  | { readonly kind: 'output'; readonly schemaText: string; readonly valueText: string };
export type Outcome =
  | { readonly ok: true; readonly argumentsText: string; readonly adjusted: readonly Adjustment[]; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problem: string };
/** What the worker says: it is up, a job has begun (its budget runs from here), a job has ended. */
export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'began'; readonly id: number }
  | { readonly kind: 'ended'; readonly id: number; readonly outcome: Outcome };
export interface Order {
  readonly id: number;
  readonly job: Job;
}

const shownViolations = 8;
/** Above this many characters only the first violation is named: a list of them could be larger than the value itself. */
const thoroughLength = 64_000;

/** Does one job. Never throws: what fails in any way is not ok. */
export function runJob(validators: Validators, job: Job): Outcome {
  try {
    const made = validators.of(job.schemaText);
    if (!made.ok) return made;
    const { validator } = made;
    switch (job.kind) {
      case 'check':
        return validator.schema.type === 'object' ? { ...nothing, warnings: validator.warnings } : notAnObject;
      case 'prepare':
        return validator.schema.type === 'object' ? prepared(validator, job.argumentsText) : notAnObject;
      case 'output':
        return output(validator, job.valueText);
    }
  } catch (error) {
    return {
      ok: false,
      problem: `The check could not be carried out: ${error instanceof Error ? error.message.slice(0, 300) : 'unknown'}.`,
    };
  }
}

const nothing = { ok: true, argumentsText: '', adjusted: [], warnings: [] } as const;
const notAnObject = { ok: false, problem: 'The schema of a tool’s arguments must have the type "object".' } as const;

function prepared(validator: Validator, argumentsText: string): Outcome {
  // Some models send nothing at all for a tool without parameters (UF3).
  const parsed = parseStrict(argumentsText.trim() === '' ? '{}' : argumentsText);
  if (!parsed.ok) return { ok: false, problem: `The arguments cannot be read as JSON: ${parsed.problem}` };
  const { value, adjusted, valid } = prepareArguments(validator.schema, parsed.value, validator.validate, parsed.respelled);
  if (!valid) return { ok: false, problem: `The arguments do not fit the tool:\n${listed(validator, value, argumentsText.length)}` };
  const text = exactText(value);
  const again = parseStrict(text);
  if (!again.ok) return { ok: false, problem: `The arguments cannot be sent as they are: ${again.problem}` };
  return { ok: true, argumentsText: text, adjusted, warnings: validator.warnings };
}

function output(validator: Validator, valueText: string): Outcome {
  const value: unknown = JSON.parse(valueText);
  if (validator.validate(value)) return { ...nothing, warnings: validator.warnings };
  return { ok: false, problem: `The structured result does not fit the tool’s own schema:\n${listed(validator, value, valueText.length)}` };
}

function listed(validator: Validator, value: unknown, length: number): string {
  const violations = validator.explain(value, length <= thoroughLength);
  const lines = violations.slice(0, shownViolations);
  if (violations.length > lines.length) lines.push(`And ${violations.length - lines.length} more.`);
  return lines.length === 0 ? 'No rule can be named.' : lines.map((line) => `- ${line}`).join('\n');
}
