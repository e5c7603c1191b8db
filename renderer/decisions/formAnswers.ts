import { checkForm, type FormCheck, type FormValues, numberFrom } from '#shared/elicitation/checkForm.ts';
import { type FormField, startOf } from '#shared/elicitation/form.ts';

/** What stands in the controls of a form now; numbers as they are typed. */
export type Draft = Readonly<Record<string, string | boolean | readonly string[]>>;

/** A form as it begins: each default in its control, to be seen and changed (ELI-3). */
export function firstDraft(fields: readonly FormField[]): Draft {
  return Object.fromEntries(
    Object.entries(startOf(fields)).map(([key, value]) => [key, typeof value === 'number' ? String(value) : value]),
  );
}

/** What a draft would send, and what is wrong with it; the same check as main's. */
export function checkDraft(fields: readonly FormField[], draft: Draft): FormCheck {
  const values: FormValues = Object.fromEntries(
    fields.map((field) => {
      const written = draft[field.key];
      return [field.key, field.kind === 'number' && typeof written === 'string' ? numberFrom(written) : written];
    }),
  );
  return checkForm(fields, values);
}
