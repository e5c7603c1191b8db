import * as z from 'zod';

const about = {
  key: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  required: z.boolean(),
  /** It looks like something that a form must not ask for: a password, a token, the number of a card. */
  secretLooking: z.boolean(),
};
/** One of the values that may be chosen. */
export const FormOption = z.object({ value: z.string(), title: z.string() });
export type FormOption = z.infer<typeof FormOption>;

export const textFormats = ['email', 'uri', 'date', 'date-time'] as const;
export type TextFormat = (typeof textFormats)[number];

/** One field of a server's form, of the flat kinds that the protocol has (2025-11-25 and 2026-07-28, elicitation). */
export const FormField = z.discriminatedUnion('kind', [
  z.object({
    ...about,
    kind: z.literal('text'),
    format: z.enum(textFormats).optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    default: z.string().optional(),
  }),
  z.object({
    ...about,
    kind: z.literal('number'),
    whole: z.boolean(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    default: z.number().optional(),
  }),
  z.object({ ...about, kind: z.literal('boolean'), default: z.boolean().optional() }),
  z.object({ ...about, kind: z.literal('choice'), options: z.array(FormOption), default: z.string().optional() }),
  z.object({
    ...about,
    kind: z.literal('choices'),
    options: z.array(FormOption),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    default: z.array(z.string()).optional(),
  }),
]);
export type FormField = z.infer<typeof FormField>;

/** The name that a field goes by: its title, else its key. */
export const nameOfField = ({ title, key }: Pick<FormField, 'title' | 'key'>): string => title || key;

/** What the form begins with: the default of each field that has one, and no for a switch without. */
export function startOf(fields: readonly FormField[]): Record<string, string | number | boolean | string[]> {
  return Object.fromEntries(
    fields.flatMap((field): [string, string | number | boolean | string[]][] => {
      if (field.default !== undefined) return [[field.key, field.default]];
      return field.kind === 'boolean' ? [[field.key, false]] : [];
    }),
  );
}
