import { isList, isObject, type JsonObject, type JsonValue } from './json.ts';

/** The deepest that an example goes; a schema may contain itself. */
const maxDepth = 6;

/** An example of what a JSON Schema asks for: defaults, constants and first choices where it has them, else a plain value of the type. */
export function sampleArguments(schema: unknown): JsonObject {
  const value = sample(isObject(schema) ? schema : {}, isObject(schema) ? schema : {}, 0);
  return isObject(value) ? value : {};
}

function sample(schema: JsonObject, root: JsonObject, depth: number): JsonValue {
  const { default: byDefault, const: constant, enum: choices, examples, $ref } = schema;
  if (byDefault !== undefined) return byDefault;
  if (constant !== undefined) return constant;
  if (isList(choices) && choices[0] !== undefined) return choices[0];
  if (isList(examples) && examples[0] !== undefined) return examples[0];
  if (depth > maxDepth) return null;
  if (typeof $ref === 'string') return sample(local($ref, root), root, depth + 1);
  const variant = [schema['oneOf'], schema['anyOf'], schema['allOf']].find(isList)?.[0];
  if (schema['type'] === undefined && schema['properties'] === undefined && isObject(variant)) return sample(variant, root, depth + 1);
  return ofType(schema, root, depth);
}

function ofType(schema: JsonObject, root: JsonObject, depth: number): JsonValue {
  const { type, properties, items, minimum, minLength, minItems } = schema;
  const kind = isList(type) ? type[0] : (type ?? (properties === undefined ? 'string' : 'object'));
  if (kind === 'object') {
    const members = isObject(properties) ? Object.entries(properties) : [];
    return Object.fromEntries(members.map(([key, member]) => [key, sample(isObject(member) ? member : {}, root, depth + 1)]));
  }
  if (kind === 'array') {
    const one = sample(isObject(items) ? items : {}, root, depth + 1);
    return Array.from({ length: typeof minItems === 'number' ? Math.min(minItems, 100) : 1 }, () => one);
  }
  if (kind === 'number' || kind === 'integer') return typeof minimum === 'number' ? Math.max(5, minimum) : 5;
  if (kind === 'boolean') return true;
  if (kind === 'null') return null;
  return 'text'.padEnd(typeof minLength === 'number' ? Math.min(minLength, 1000) : 0, 'x');
}

/** What a reference within the same document points at; nothing outside of it is ever fetched (LIF-18). */
function local(ref: string, root: JsonObject): JsonObject {
  if (!ref.startsWith('#/')) return {};
  let at: JsonValue | undefined = root;
  for (const part of ref.slice(2).split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return isObject(at) ? at : {};
}
