import { type FormField, startOf } from '#shared/elicitation/form.ts';
import type { Content } from '#shared/decision/decision.ts';
import type { AutomaticAnswer, Question } from '../decision/gate.ts';

/** Yes to whatever is asked: forms with their defaults, and with an example where a field that must be filled in has none. */
export function yes(question: Question): AutomaticAnswer {
  if (question.kind !== 'elicitation') return 'allow';
  const missing = question.fields.filter((field) => field.required && field.default === undefined && field.kind !== 'boolean');
  return { content: { ...startOf(question.fields), ...Object.fromEntries(missing.map((field) => [field.key, exampleOf(field)])) } };
}

const formats = { email: 'person@example.com', uri: 'https://example.com/', date: '2026-01-31', 'date-time': '2026-01-31T12:00:00Z' };
function exampleOf(field: FormField): Content[string] {
  switch (field.kind) {
    case 'text':
      return field.format ? formats[field.format] : 'text'.padEnd(Math.min(field.minLength ?? 0, 1000), 'x').slice(0, field.maxLength);
    case 'number':
      return field.minimum ?? Math.min(1, field.maximum ?? 1);
    case 'boolean':
      return true;
    case 'choice':
      return field.options[0]?.value ?? '';
    case 'choices':
      return field.options.slice(0, Math.max(1, field.minItems ?? 1)).map(({ value }) => value);
  }
}
