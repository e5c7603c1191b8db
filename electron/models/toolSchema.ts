import type { ToolSpec } from './provider.ts';
import type { Quirks } from './quirks.ts';
import { toPlain } from './plainSchema.ts';

type Schema = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

const COMBINATORS = ['allOf', 'anyOf', 'oneOf'] as const;
/** Keywords that hold one schema (or a list of them), and those that hold schemas by name. */
const SCHEMA = new Set([
  'items',
  'prefixItems',
  'additionalProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  ...COMBINATORS,
]);
const SCHEMAS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const DEEPEST = 64;
const MOST_DESCRIPTION = 8000;

/**
 * The form of a tool's schema that a model's endpoint takes: an object at the root, with properties, without `$schema`, `$id` and broken
 * `required`. Everything else stays as it came, `$defs` and `required` to the byte. Arguments are validated against the original, not this.
 */
export function toParameters(schema: Schema, quirks: Pick<Quirks, 'rootCombinators'> & Partial<Quirks>): Record<string, unknown> {
  const cleaned = clean(schema, 0);
  const resolved = resolve(cleaned, cleaned);
  const { $id: _id, ...root } = quirks.rootCombinators === 'merge' ? mergeCombinators(resolved) : resolved;
  const { type: _type, properties, ...rest } = root;
  const full = { type: 'object', properties: isObject(properties) ? properties : {}, ...rest };
  return quirks.schemaLevel === 'plain' ? toPlain(full) : full;
}

/** What a model behind such an endpoint is told of a tool. Parameters whose names it refuses are described in words instead. */
export function toTool(tool: ToolSpec, quirks: Quirks): Pick<ToolSpec, 'description' | 'parameters'> {
  const parameters = toParameters(tool.parameters, quirks);
  const pattern = quirks.parameterName;
  const properties = Object.entries(asObject(parameters['properties']));
  const refused = pattern ? properties.filter(([name]) => !pattern.test(name)) : [];
  if (refused.length === 0) return { description: tool.description, parameters };
  const names = new Set(refused.map(([name]) => name));
  const words = refused.map(([name, schema]) => `${JSON.stringify(name)}: ${JSON.stringify(schema)}`);
  return {
    description: `${tool.description}\nIt takes these members as well: ${words.join(', ')}`.trim().slice(0, MOST_DESCRIPTION),
    parameters: {
      ...parameters,
      properties: Object.fromEntries(properties.filter(([name]) => !names.has(name))),
      ...(Array.isArray(parameters['required']) ? { required: parameters['required'].filter((name) => !names.has(String(name))) } : {}),
    },
  };
}

/** Walks schemas only, so a property that happens to be named `$schema` or `required` is left alone. */
function clean(schema: Schema, depth: number): Schema {
  if (depth > DEEPEST) return schema;
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === '$schema') return [];
    if (key === 'required') return Array.isArray(value) && value.every((name) => typeof name === 'string') ? [[key, value]] : [];
    if (SCHEMAS.has(key) && isObject(value))
      return [[key, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanAny(inner, depth)]))]];
    if (SCHEMA.has(key)) return [[key, Array.isArray(value) ? value.map((inner) => cleanAny(inner, depth)) : cleanAny(value, depth)]];
    return [[key, value]];
  });
  return Object.fromEntries(entries);
}
const cleanAny = (value: unknown, depth: number): unknown => (isObject(value) ? clean(value, depth + 1) : value);

/** A schema that refers to a definition of its root gets that definition's members; its own stay, so references still find `$defs`. */
function resolve(schema: Schema, root: Schema): Schema {
  let current = schema;
  for (let step = 0; step < 8 && typeof current['$ref'] === 'string'; step++) {
    const target = lookUp(root, current['$ref']);
    if (!target) break;
    const { $ref: _ref, ...rest } = current;
    current = { ...target, ...rest };
  }
  return current;
}

/** Follows a local JSON pointer such as `#/$defs/Order`. */
function lookUp(root: Schema, reference: string): Schema | undefined {
  if (!reference.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return isObject(at) ? at : undefined;
}

/** Shows the properties of all branches at the root. What a branch alone requires is required only where every branch must hold. */
function mergeCombinators(root: Schema): Schema {
  const merged: Record<string, unknown> = { ...root };
  for (const key of COMBINATORS) {
    const branches = Array.isArray(root[key]) ? root[key].filter(isObject).map((branch) => resolve(branch, root)) : [];
    delete merged[key];
    for (const branch of branches) {
      merged['properties'] = { ...asObject(branch['properties']), ...asObject(merged['properties']) };
      if (key === 'allOf' && Array.isArray(branch['required'])) {
        merged['required'] = [...new Set([...asList(merged['required']), ...asList(branch['required'])])];
      }
    }
  }
  return merged;
}
const asObject = (value: unknown): Schema => (isObject(value) ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
