import { type FormField, type FormOption, textFormats } from './form.ts';
import { hiddenCharacters } from '../text/hiddenCharacters.ts';
import { asksForSecret } from './secretWords.ts';

/** The most that a form may have; a longer one is refused. */
export const formLimits = { fields: 50, options: 200, name: 200, text: 2000, bytes: 100_000 } as const;

/** A form that this host can show, or why it can't be shown; the reason is for the server. */
export type FormRead = { readonly fields: readonly FormField[] } | { readonly problem: string };

class NotAFormError extends Error {}
type Schema = Readonly<Record<string, unknown>>;
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads `requestedSchema`: an object of flat fields, within the limits. Whatever it does not understand makes it no form at all. */
export function readForm(requestedSchema: unknown): FormRead {
  try {
    return { fields: fieldsOf(requestedSchema) };
  } catch (error) {
    if (error instanceof NotAFormError) return { problem: error.message };
    throw error;
  }
}

function fieldsOf(schema: unknown): FormField[] {
  if (!isSchema(schema) || schema['type'] !== 'object' || !isSchema(schema['properties']))
    throw new NotAFormError('the form is no flat object');
  if (JSON.stringify(schema).length > formLimits.bytes) throw new NotAFormError(`the form is larger than ${formLimits.bytes} characters`);
  const entries = Object.entries(schema['properties']);
  if (entries.length > formLimits.fields) throw new NotAFormError(`the form has more than ${formLimits.fields} fields`);
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const missing = required.find((key) => typeof key !== 'string' || !entries.some(([name]) => name === key));
  if (missing !== undefined) throw new NotAFormError('the form requires a field that it does not have');
  return entries.map(([key, field]) => fieldOf(key, field, required.includes(key)));
}

function fieldOf(key: string, schema: unknown, required: boolean): FormField {
  if (key === '' || key === '__proto__' || key.length > formLimits.name || /\p{Cc}/u.test(key))
    throw new NotAFormError('a field has a name that can’t be used');
  if (!isSchema(schema)) throw new NotAFormError(`the field ${key} is no schema`);
  const title = textIn(schema, 'title', key);
  const description = textIn(schema, 'description', key);
  const format = typeof schema['format'] === 'string' ? schema['format'] : '';
  const about = {
    key,
    required,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
  const kind = kindOf(key, schema);
  // What is chosen from the server's own values is no secret to it.
  const isOpen = kind.kind === 'text' || kind.kind === 'number';
  const secretLooking = isOpen && asksForSecret([key, title ?? '', description ?? '', format]);
  const isDefaultFit = kind.default === undefined || fitsKind(kind);
  if (isDefaultFit) return { ...about, secretLooking, ...kind };
  const { default: _unfit, ...rest } = kind;
  return { ...about, secretLooking, ...rest }; // a default that is none of the values can't be shown as chosen
}

type Kind = FormField extends infer F
  ? F extends FormField
    ? Omit<F, 'key' | 'title' | 'description' | 'required' | 'secretLooking'>
    : never
  : never;

function kindOf(key: string, schema: Schema): Kind {
  switch (schema['type']) {
    case 'boolean':
      return { kind: 'boolean', ...(typeof schema['default'] === 'boolean' ? { default: schema['default'] } : {}) };
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        whole: schema['type'] === 'integer',
        ...bound(schema, 'minimum', key),
        ...bound(schema, 'maximum', key),
        ...(typeof schema['default'] === 'number' ? { default: schema['default'] } : {}),
      };
    case 'array':
      return severalOf(key, schema);
    case 'string':
    case undefined:
      return textOf(key, schema);
    default:
      throw new NotAFormError(`the field ${key} is of a kind that a form can’t have`);
  }
}

function textOf(key: string, schema: Schema): Kind {
  const options = optionsOf(key, schema, 'oneOf');
  if (options) return { kind: 'choice', options, ...textDefault(schema) };
  if (schema['type'] === undefined) throw new NotAFormError(`the field ${key} has no type`);
  const format = textFormats.find((one) => one === schema['format']);
  return {
    kind: 'text',
    ...(format === undefined ? {} : { format }),
    ...bound(schema, 'minLength', key),
    ...bound(schema, 'maxLength', key),
    ...textDefault(schema),
  };
}

function severalOf(key: string, schema: Schema): Kind {
  const { items, default: given } = schema;
  const options = isSchema(items) ? (optionsOf(key, items, 'anyOf') ?? optionsOf(key, items, 'oneOf')) : undefined;
  if (!options) throw new NotAFormError(`the field ${key} is a list of what can’t be chosen from`);
  const isTexts = Array.isArray(given) && given.every((one) => typeof one === 'string');
  return {
    kind: 'choices',
    options,
    ...bound(schema, 'minItems', key),
    ...bound(schema, 'maxItems', key),
    ...(isTexts ? { default: given } : {}),
  };
}

/** Values with their titles: `enum` with or without the older `enumNames`, or `const` and `title` pairs. Undefined when it has neither. */
function optionsOf(key: string, schema: Schema, titled: 'oneOf' | 'anyOf'): FormOption[] | undefined {
  const { enum: values, enumNames } = schema;
  const pairs = schema[titled];
  if (values === undefined && pairs === undefined) return undefined;
  const names: readonly unknown[] = Array.isArray(enumNames) ? enumNames : [];
  const given: readonly (readonly [unknown, unknown])[] = Array.isArray(values)
    ? values.map((value, at): [unknown, unknown] => [value, names[at] ?? value])
    : Array.isArray(pairs)
      ? pairs.map((pair): [unknown, unknown] => (isSchema(pair) ? [pair['const'], pair['title'] ?? pair['const']] : [undefined, undefined]))
      : [];
  if (given.length === 0) throw new NotAFormError(`the field ${key} has nothing to choose from`);
  if (given.length > formLimits.options) throw new NotAFormError(`the field ${key} has more than ${formLimits.options} values`);
  const options = given.map(([value, title]): FormOption => {
    if (typeof value !== 'string' || typeof title !== 'string' || value.length > formLimits.text || title.length > formLimits.text)
      throw new NotAFormError(`the field ${key} has a value that is no short text`);
    return { value, title };
  });
  if (new Set(options.map(({ value }) => value)).size !== options.length) throw new NotAFormError(`the field ${key} has a value twice`);
  return options;
}

function textIn(schema: Schema, name: 'title' | 'description', key: string): string | undefined {
  const text = schema[name];
  if (text === undefined) return undefined;
  const limit = name === 'title' ? formLimits.name : formLimits.text;
  if (typeof text !== 'string' || text.length > limit)
    throw new NotAFormError(`the ${name} of the field ${key} is no text of at most ${limit} characters`);
  return text;
}
function bound<N extends string>(schema: Schema, name: N, key: string): { [K in N]?: number } {
  const value = schema[name];
  if (value === undefined) return {};
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new NotAFormError(`${name} of the field ${key} is no number`);
  return { [name]: value } as { [K in N]?: number };
}
/** A default of the field's own type; one in which something cannot be seen is left out, for it would be sent unseen. */
function textDefault({ default: given }: Schema): { readonly default?: string } {
  return typeof given === 'string' && !hidesSomething(given) ? { default: given } : {};
}
const hidesSomething = (text: string): boolean => (text.match(hiddenCharacters()) ?? []).some((one) => one !== '\n' && one !== '\t');
function fitsKind(kind: Kind): boolean {
  if (kind.kind === 'choice') return kind.options.some(({ value }) => value === kind.default);
  if (kind.kind === 'choices') return (kind.default ?? []).every((one) => kind.options.some(({ value }) => value === one));
  return true;
}
