import { hasFormat } from './formats.ts';
import type { FormField, TextFormat } from './form.ts';

/** What a person may have filled in, by key. */
export type FormValues = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
/** What goes to the server. */
export type FormContent = Record<string, string | number | boolean | string[]>;

/** Why a field does not hold what was asked for; `limit` is the bound that was passed. */
export type FieldProblem =
  | { readonly code: 'missing' | 'not-text' | 'not-number' | 'not-whole' | 'not-exact' | 'not-a-choice' | 'unknown' }
  | { readonly code: 'too-short' | 'too-long' | 'too-small' | 'too-large' | 'too-few' | 'too-many'; readonly limit: number }
  | { readonly code: TextFormat };
export interface FormCheck {
  readonly content: FormContent;
  /** By key, in the order of the form; empty when the content may be sent. */
  readonly problems: Readonly<Record<string, FieldProblem>>;
}

/** The longest text that is sent for one field, in characters, whatever the form allows. */
export const longestAnswer = 50_000;

/**
 * Checks what was filled in against the form. The page asks it as a person types, main asks it again before anything is sent: what it
 * returns as content is what the server gets. Fields left empty are left out where they may be.
 */
export function checkForm(fields: readonly FormField[], values: FormValues): FormCheck {
  const content: FormContent = Object.create(null) as FormContent;
  const problems: Record<string, FieldProblem> = Object.create(null) as Record<string, FieldProblem>;
  for (const field of fields) {
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined;
    if (value === undefined || value === '' || (isEmptyList(value) && !field.required && !hasLeast(field))) {
      if (field.required) problems[field.key] = { code: 'missing' };
      continue;
    }
    const problem = problemOf(field, value);
    if (problem) problems[field.key] = problem;
    else content[field.key] = typeof value === 'object' ? [...value] : value;
  }
  for (const key of Object.keys(values)) if (!fields.some((field) => field.key === key)) problems[key] = { code: 'unknown' };
  return { content: { ...content }, problems };
}
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
/** A list that may not be empty once it is sent; where it may be left out, leaving it empty leaves it out. */
const hasLeast = (field: FormField): boolean => field.kind !== 'choices';

function problemOf(field: FormField, value: string | number | boolean | readonly string[]): FieldProblem | undefined {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? problemOfText(field, value) : { code: 'not-text' };
    case 'number':
      return problemOfNumber(field, value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { code: 'not-a-choice' };
    case 'choice':
      return field.options.some((option) => option.value === value) ? undefined : { code: 'not-a-choice' };
    case 'choices':
      return problemOfChoices(field, value);
  }
}

type FieldOf<K extends FormField['kind']> = Extract<FormField, { kind: K }>;
function problemOfText({ format, minLength = 0, maxLength = longestAnswer }: FieldOf<'text'>, text: string): FieldProblem | undefined {
  const length = [...text].length; // JSON Schema counts code points
  const most = Math.min(maxLength, longestAnswer);
  if (length < minLength) return { code: 'too-short', limit: minLength };
  if (length > most) return { code: 'too-long', limit: most };
  return format !== undefined && !hasFormat(format, text) ? { code: format } : undefined;
}
function problemOfNumber({ whole, minimum, maximum }: FieldOf<'number'>, value: unknown): FieldProblem | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { code: 'not-number' };
  if (whole && !Number.isInteger(value)) return { code: 'not-whole' };
  if (whole && !Number.isSafeInteger(value)) return { code: 'not-exact' };
  if (minimum !== undefined && value < minimum) return { code: 'too-small', limit: minimum };
  if (maximum !== undefined && value > maximum) return { code: 'too-large', limit: maximum };
  return undefined;
}
function problemOfChoices(
  { options, minItems = 0, maxItems = options.length }: FieldOf<'choices'>,
  value: unknown,
): FieldProblem | undefined {
  if (!Array.isArray(value) || new Set(value).size !== value.length) return { code: 'not-a-choice' };
  if (!value.every((one) => options.some((option) => option.value === one))) return { code: 'not-a-choice' };
  if (value.length < minItems) return { code: 'too-few', limit: minItems };
  return value.length > maxItems ? { code: 'too-many', limit: maxItems } : undefined;
}

/** The number that a text stands for, as a person writes one; the text itself where it is none, which no number field takes. */
export function numberFrom(text: string): number | string {
  const plain = text.trim();
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : plain;
}
