import { isVagueForParameter, isVagueForTool, listedValues, speaksOfDefault } from './adviceText.ts';

export const adviceCodes = [
  'name-form',
  'tool-undescribed',
  'tool-vague',
  'parameter-undescribed',
  'parameter-vague',
  'parameter-name',
  'type-missing',
  'object-open',
  'items-open',
  'items-undescribed',
  'too-deep',
  'many-required',
  'required-unknown',
  'enum-chance',
  'default-chance',
] as const;
export type AdviceCode = (typeof adviceCodes)[number];

/** One thing that would help models to use a tool. `pointer` is a JSON pointer into the definition; `words` fill the sentence. */
export interface Advice {
  readonly code: AdviceCode;
  readonly pointer: string;
  readonly words: Readonly<Record<string, string | number>>;
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const step = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Levels of objects, the arguments themselves being the first; beyond these models make mistakes. */
export const deepestGood = 3;
const mostAdvice = 100;

/** What would make a tool easier for models to use, after the rules of good schemas. Pure; the whole definition as a server sent it. */
export function adviseOnTool(definition: unknown): Advice[] {
  if (!isObject(definition)) return [];
  const walk = new Walk(definition);
  const [name, description] = [text(definition['name']), text(definition['description'])];
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(name)) walk.say('name-form', '/name', { name });
  if (description === '') walk.say('tool-undescribed', '/description', {});
  else if (isVagueForTool(description, name)) walk.say('tool-vague', '/description', {});
  walk.object(definition['inputSchema'], '/inputSchema', 1);
  return walk.advice.slice(0, mostAdvice);
}

class Walk {
  readonly advice: Advice[] = [];
  readonly #root: Json;
  /** Places that were looked at: a definition that is used twice, or by itself, is advised on once. */
  readonly #seen = new Set<string>();
  constructor(definition: Json) {
    this.#root = isObject(definition['inputSchema']) ? definition['inputSchema'] : {};
  }
  say(code: AdviceCode, pointer: string, words: Advice['words']): void {
    this.advice.push({ code, pointer, words });
  }

  /** The members of an object; `level` counts the objects it lies in, itself included. */
  object(given: unknown, at: string, level: number): void {
    const { schema, pointer } = this.#resolve(given, at);
    if (!schema || this.#seen.has(pointer) || this.advice.length > mostAdvice) return;
    this.#seen.add(pointer);
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    const names = Object.keys(properties);
    const required = Array.isArray(schema['required']) ? schema['required'].filter((name) => typeof name === 'string') : [];
    if (names.length > 0 && level === deepestGood + 1) this.say('too-deep', pointer, { levels: level, most: deepestGood });
    if (required.length >= 6 || (required.length >= 5 && required.length === names.length))
      this.say('many-required', `${pointer}/required`, { count: required.length, total: Math.max(names.length, required.length) });
    for (const name of required.filter((one) => !Object.hasOwn(properties, one) && names.length > 0))
      this.say('required-unknown', `${pointer}/required`, { name });
    for (const name of names)
      this.#parameter(name, properties[name], { at: `${pointer}/properties${step(name)}`, level, isRequired: required.includes(name) });
    for (const { branch, at: place } of branchesOf(schema, pointer)) this.object(branch, place, level);
  }

  #parameter(name: string, given: unknown, where: { readonly at: string; readonly level: number; readonly isRequired: boolean }): void {
    if (!isObject(given)) return;
    const { schema = given, pointer } = this.#resolve(given, where.at);
    const description = text(given['description']) || text(schema['description']);
    if (description === '') this.say('parameter-undescribed', where.at, { name });
    else if (isVagueForParameter(description, name)) this.say('parameter-vague', where.at, { name });
    if (/^(?:arg|param|parameter|field|val|p)\d+$/i.test(name)) this.say('parameter-name', where.at, { name });
    this.#value(name, schema, { ...where, description, pointer });
    this.#inside(name, schema, { at: pointer, level: where.level, description });
  }

  #value(
    name: string,
    schema: Json,
    where: { readonly at: string; readonly isRequired: boolean; readonly description: string; readonly pointer: string },
  ): void {
    if (!hasShape(schema)) this.say('type-missing', where.at, { name });
    const isText = schema['type'] === 'string' || schema['type'] === undefined;
    const values =
      isText && !['enum', 'const', 'pattern', 'format', 'oneOf', 'anyOf'].some((key) => key in schema)
        ? listedValues(where.description)
        : undefined;
    if (values) this.say('enum-chance', where.at, { name, values: values.slice(0, 8).join(', ') });
    if (!where.isRequired && !('default' in schema) && speaksOfDefault(where.description)) this.say('default-chance', where.at, { name });
  }

  #inside(name: string, schema: Json, where: { readonly at: string; readonly level: number; readonly description: string }): void {
    if (isTyped(schema, 'object')) {
      const isMap = isObject(schema['additionalProperties']) || isObject(schema['patternProperties']);
      if (!isObject(schema['properties']) && !isMap && branchesOf(schema, '').length === 0) this.say('object-open', where.at, { name });
      this.object(schema, where.at, where.level + 1);
    } else if (isTyped(schema, 'array')) {
      this.#items(name, schema, where);
    } else {
      for (const { branch, at } of branchesOf(schema, where.at)) {
        const { schema: inner, pointer } = this.#resolve(branch, at);
        if (inner && (isTyped(inner, 'object') || isTyped(inner, 'array'))) this.#inside(name, inner, { ...where, at: pointer });
      }
    }
  }

  #items(name: string, schema: Json, where: { readonly at: string; readonly level: number; readonly description: string }): void {
    if ('prefixItems' in schema) return;
    const { schema: items, pointer } = this.#resolve(schema['items'], `${where.at}/items`);
    if (!items || !hasShape(items)) return this.say('items-open', where.at, { name });
    const isOpen =
      isTyped(items, 'object') &&
      !isObject(items['properties']) &&
      !isObject(items['additionalProperties']) &&
      branchesOf(items, '').length === 0;
    if (isOpen) return this.say('items-open', pointer, { name });
    const isPlain = !isTyped(items, 'object') && !('enum' in items);
    if (text(items['description']) === '' && (isPlain ? where.description === '' : isVagueForParameter(where.description, name)))
      this.say('items-undescribed', where.at, { name });
    this.#inside(name, items, { ...where, at: pointer });
  }

  /** Follows references inside the schema; `pointer` is where it stands in the end. */
  #resolve(given: unknown, at: string): { readonly schema: Json | undefined; readonly pointer: string } {
    let schema = isObject(given) ? given : undefined;
    let pointer = at;
    for (let steps = 0; steps < 16 && schema && typeof schema['$ref'] === 'string' && schema['$ref'].startsWith('#'); steps++) {
      const path = schema['$ref'].slice(1);
      const target = path
        .split('/')
        .slice(1)
        .reduce<unknown>((value, part) => {
          const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
          return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
        }, this.#root);
      if (!isObject(target)) return { schema: undefined, pointer };
      schema = target;
      pointer = `/inputSchema${path}`;
    }
    return { schema, pointer };
  }
}

const isTyped = (schema: Json, type: string): boolean => {
  const own = schema['type'];
  if (own === undefined) return type === 'object' ? isObject(schema['properties']) : 'items' in schema;
  return own === type || (Array.isArray(own) && own.includes(type));
};
const hasShape = (schema: Json): boolean =>
  ['type', 'enum', 'const', '$ref', '$dynamicRef', 'properties', 'items', 'oneOf', 'anyOf', 'allOf', 'if', 'not'].some(
    (key) => key in schema,
  );

function branchesOf(schema: Json, at: string): { readonly branch: unknown; readonly at: string }[] {
  return ['allOf', 'anyOf', 'oneOf'].flatMap((key) => {
    const branches = schema[key];
    return Array.isArray(branches) ? branches.map((branch: unknown, index) => ({ branch, at: `${at}/${key}/${index}` })) : [];
  });
}
