export type Schema = Readonly<Record<string, unknown>>;
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a form shows for a schema. `json` is anything that has no better control: it is written as JSON text. */
export type Control =
  | { readonly kind: 'text' | 'number' | 'boolean' | 'json' }
  | { readonly kind: 'choice'; readonly values: readonly unknown[]; readonly titles: readonly string[] }
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  | { readonly kind: 'array'; readonly items: Schema };
export interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** The schema itself, with references inside of `root` followed and a lone branch taken for the whole. */
export function resolved(schema: Schema, root: Schema): Schema {
  let current = schema;
  for (let steps = 0; steps < 16; steps++) {
    const only = soleBranch(current);
    const next = typeof current['$ref'] === 'string' ? lookUp(current['$ref'], root) : only;
    if (!next) break;
    const { $ref: _ref, allOf: _all, anyOf: _any, oneOf: _one, ...own } = current;
    current = { ...next, ...own };
  }
  return current;
}
/** `allOf` with one branch, or a choice between one branch and null, as many generators write an optional value. */
function soleBranch(schema: Schema): Schema | undefined {
  for (const key of ['allOf', 'anyOf', 'oneOf'] as const) {
    const branches = schema[key];
    if (!Array.isArray(branches)) continue;
    const real = branches.filter((branch) => isSchema(branch) && branch['type'] !== 'null');
    if (real.length === 1 && isSchema(real[0]) && (key !== 'allOf' || branches.length === 1)) return real[0];
  }
  return undefined;
}
function lookUp(reference: string, root: Schema): Schema | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const part of reference.split('/').slice(1)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    at = isSchema(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return isSchema(at) ? at : undefined;
}

/** The control for a schema that `resolved` gave. */
export function controlFor(schema: Schema): Control {
  const choice = choiceOf(schema);
  if (choice) return choice;
  switch (typeOf(schema)) {
    case 'string':
      return { kind: 'text' };
    case 'number':
    case 'integer':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'object':
      return hasOpenShape(schema) ? { kind: 'json' } : { kind: 'object', members: membersOf(schema) };
    case 'array':
      return isSchema(schema['items']) && !('prefixItems' in schema) ? { kind: 'array', items: schema['items'] } : { kind: 'json' };
    default:
      return { kind: 'json' };
  }
}
function typeOf(schema: Schema): unknown {
  if ('anyOf' in schema || 'oneOf' in schema || 'allOf' in schema) return undefined;
  const { type } = schema;
  if (type === undefined) return isSchema(schema['properties']) ? 'object' : undefined;
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type];
  return types.length === 1 ? types[0] : undefined;
}
const hasOpenShape = (schema: Schema): boolean => !isSchema(schema['properties']) || Object.keys(schema['properties']).length === 0;

function choiceOf(schema: Schema): Control | undefined {
  if (Array.isArray(schema['enum'])) return choice(schema['enum'], []);
  if ('const' in schema) return choice([schema['const']], []);
  const titled = Array.isArray(schema['oneOf']) ? schema['oneOf'] : [];
  if (titled.length > 0 && titled.every((one) => isSchema(one) && 'const' in one)) {
    const branches = titled as Schema[];
    return choice(
      branches.map((one) => one['const']),
      branches.map((one) => (typeof one['title'] === 'string' ? one['title'] : '')),
    );
  }
  return undefined;
}
const choice = (values: readonly unknown[], titles: readonly string[]): Control => ({
  kind: 'choice',
  values,
  titles: values.map((value, at) => titles[at] || (typeof value === 'string' ? value : JSON.stringify(value))),
});

function membersOf(schema: Schema): Member[] {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    schema: isSchema(inner) ? inner : {},
    isRequired: required.includes(name),
  }));
}

const deepestStart = 8;
/** What a form starts with: defaults, and the least that a required value must be. Undefined where a person has to choose. */
export function startValue(given: Schema, root: Schema, isRequired: boolean, depth = 0): unknown {
  const schema = resolved(given, root);
  if ('default' in schema) return schema['default'];
  if (!isRequired || depth > deepestStart) return undefined;
  const control = controlFor(schema);
  switch (control.kind) {
    case 'choice':
      return control.values.length === 1 ? control.values[0] : undefined;
    case 'object': {
      const started = control.members.map(
        ({ name, schema: inner, isRequired: must }) => [name, startValue(inner, root, must, depth + 1)] as const,
      );
      return Object.fromEntries(started.filter(([, value]) => value !== undefined));
    }
    case 'array': {
      const least = typeof schema['minItems'] === 'number' ? Math.min(schema['minItems'], 10) : 0;
      return Array.from({ length: least }, () => startValue(control.items, root, true, depth + 1) ?? null);
    }
    case 'text':
      return '';
    case 'boolean':
      return false;
    default:
      return undefined;
  }
}

/** The object with one member set, or taken out when `value` is undefined; the order of the members stays. */
export function withMember(object: unknown, name: string, value: unknown): Record<string, unknown> {
  const before = isSchema(object) ? object : {};
  if (value !== undefined) return { ...before, [name]: value };
  return Object.fromEntries(Object.entries(before).filter(([key]) => key !== name));
}
/** The number a text stands for; undefined when it is none, or one that would not stay the same. */
export function numberOf(text: string): number | undefined {
  if (!/^\s*-?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : undefined;
}
