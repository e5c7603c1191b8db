import { childPointer, isObject, quoted, setOwn, valueAt } from './pointer.ts';

export type Dialect = '2020-12' | '2019-09' | 'draft-07' | 'draft-06';
/** `declared` is false when the schema names no dialect. */
export interface Vetted {
  readonly schema: Record<string, unknown>;
  readonly dialect: Dialect;
  readonly declared: boolean;
  readonly warnings: readonly string[];
  /** Parts that only a reference makes a schema of, wherever they stand. */
  readonly aside: readonly unknown[];
}
/** A schema that cannot be used; the message is a whole sentence that says why. */
export class UnusableSchema extends Error {}

/**
 * Bounds before anything is compiled (S51). Tools in use reach 300 subschemas, generated API wrappers ten times as many; time is bounded by
 * the worker's budget, so these only keep the work before it, and the depth of recursion, small.
 */
const limits = { subschemas: 2000, depth: 32, warnings: 10 } as const;

const single: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'contentSchema',
]);
const lists: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']);
const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
const literals: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples', 'example']);
const dialects: Readonly<Record<string, Dialect>> = {
  'json-schema.org/draft/2020-12/schema': '2020-12',
  'json-schema.org/draft/2019-09/schema': '2019-09',
  'json-schema.org/draft-07/schema': 'draft-07',
  'json-schema.org/draft-06/schema': 'draft-06',
};

interface Vetting {
  readonly warnings: string[];
  /** How often each name is declared by `$anchor` or `$dynamicAnchor`. */
  readonly anchors: Map<string, number>;
  readonly dynamicRefs: Set<string>;
  /** The copies that are schemas by their place. */
  readonly places: Set<unknown>;
  readonly refs: string[];
  embedded: boolean;
  recursive: boolean;
  count: number;
}

/**
 * A copy of a schema that the validator reads the way JSON Schema means it, or `UnusableSchema`: counted, its dialect known, malformed
 * `required` and null keywords left out with a warning (UA8), words that only the validator knows taken out, dynamic references made plain.
 */
export function vetSchema(schema: unknown): Vetted {
  if (!isObject(schema)) throw new UnusableSchema('The schema is not an object.');
  const vetting: Vetting = {
    warnings: [],
    anchors: new Map(),
    dynamicRefs: new Set(),
    places: new Set(),
    refs: [],
    embedded: false,
    recursive: false,
    count: 0,
  };
  const copy = copySchema(vetting, schema, '', 1);
  const aside = vetTargets(vetting, copy);
  for (const name of vetting.dynamicRefs) {
    if (vetting.anchors.get(name) !== 1)
      throw new UnusableSchema(`The schema refers to ${quoted(`#${name}`)} dynamically, which is not supported here.`);
  }
  if (vetting.embedded && (vetting.recursive || vetting.dynamicRefs.size > 0)) {
    throw new UnusableSchema('The schema has dynamic references across embedded schemas, which is not supported.');
  }
  const dialect = dialectOf(schema.$schema);
  return { schema: copy, dialect, declared: schema.$schema !== undefined && schema.$schema !== null, warnings: vetting.warnings, aside };
}

/** The dialect that `$schema` names; without one it is 2020-12, an unknown one is refused (LIF-18). */
function dialectOf(named: unknown): Dialect {
  if (named === undefined || named === null) return '2020-12';
  const plain = typeof named === 'string' ? named.replace(/^https?:\/\//, '').replace(/#$/, '') : '';
  const dialect = Object.hasOwn(dialects, plain) ? dialects[plain] : undefined;
  if (dialect) return dialect;
  const shown = typeof named === 'string' ? quoted(named, 100) : 'something that is no text';
  throw new UnusableSchema(
    `The schema is written in a dialect that is not known here: ${shown}. Known are JSON Schema 2020-12, 2019-09, draft-07 and draft-06.`,
  );
}

/** What a reference leads to is a schema, also under a word that JSON Schema does not know: it is held to the same rules, in place. */
function vetTargets(v: Vetting, root: Record<string, unknown>): unknown[] {
  const aside: unknown[] = [];
  for (let at = 0; at < v.refs.length; at++) {
    const ref = v.refs[at] ?? '';
    const pointer = decoded(ref.slice(1));
    const end = pointer.lastIndexOf('/');
    const target = valueAt(root, pointer);
    if (target === undefined) continue; // the compiler says that it is missing
    if (v.places.has(target) || typeof target === 'boolean') continue;
    if (!isObject(target)) throw new UnusableSchema(`The schema refers to ${quoted(ref, 200)}, which is no schema.`);
    const vetted = copySchema(v, target, pointer, 2);
    setOwn(
      valueAt(root, pointer.slice(0, end)) as Record<string, unknown>,
      pointer
        .slice(end + 1)
        .replaceAll('~1', '/')
        .replaceAll('~0', '~'),
      vetted,
    );
    aside.push(vetted);
  }
  return aside;
}
function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer; // no percent-encoding after all
  }
}

function copySchema(v: Vetting, schema: Record<string, unknown>, pointer: string, depth: number): Record<string, unknown> {
  v.count++;
  if (v.count > limits.subschemas) throw new UnusableSchema(`The schema has more than ${limits.subschemas} parts.`);
  if (depth > limits.depth) throw new UnusableSchema(`The schema is nested more than ${limits.depth} deep.`);
  const copy: Record<string, unknown> = {};
  v.places.add(copy);
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === null && keyword !== 'default' && keyword !== 'const')
      warn(v, `${quoted(keyword)} at ${quoted(pointer)} is null and was left out.`);
    else copyKeyword(v, { copy, pointer: childPointer(pointer, keyword), depth }, keyword, value);
  }
  if (copy.nullable === false || copy.type === undefined) delete copy.nullable;
  if (depth > 1 && typeof copy.$id === 'string' && !copy.$id.startsWith('#')) v.embedded = true;
  return copy;
}

interface Where {
  readonly copy: Record<string, unknown>;
  readonly pointer: string;
  readonly depth: number;
}

function copyKeyword(v: Vetting, { copy, pointer, depth }: Where, keyword: string, value: unknown): void {
  const part = (one: unknown, at: string): unknown => (isObject(one) ? copySchema(v, one, at, depth + 1) : one);
  if (literals.has(keyword)) copy[keyword] = value;
  else if (maps.has(keyword) && isObject(value)) copy[keyword] = copyMap(value, (name) => part(value[name], childPointer(pointer, name)));
  else if (lists.has(keyword) && Array.isArray(value)) copy[keyword] = value.map((one, index) => part(one, childPointer(pointer, index)));
  else if (single.has(keyword)) copy[keyword] = part(value, pointer);
  else if (keyword === 'required') copyRequired(v, copy, value, pointer);
  else copyPlain(v, copy, keyword, value);
}

function copyMap(map: Record<string, unknown>, part: (name: string) => unknown): Record<string, unknown> {
  // The validator passes over this name in silence, so what the schema says about it would not hold (S50).
  if (Object.hasOwn(map, '__proto__')) throw new UnusableSchema('The schema names a property "__proto__", which is refused.');
  return Object.fromEntries(Object.keys(map).map((name) => [name, part(name)]));
}

function copyRequired(v: Vetting, copy: Record<string, unknown>, value: unknown, pointer: string): void {
  const names: readonly unknown[] = Array.isArray(value) ? value : [];
  const good = new Set(names.filter((name) => typeof name === 'string'));
  if (!Array.isArray(value) || good.size < names.length)
    warn(v, `${quoted(pointer)} is not a list of different names; what is wrong in it was left out.`);
  if (Array.isArray(value)) copy.required = [...good];
}

function copyPlain(v: Vetting, copy: Record<string, unknown>, keyword: string, value: unknown): void {
  switch (keyword) {
    case '$schema':
      dialectOf(value);
      return;
    // Words of the validator, not of JSON Schema: an "async" validator answers with a promise, and "id" is refused.
    case '$async':
    case 'id':
    case '$recursiveAnchor':
      return;
    case '$anchor':
    case '$dynamicAnchor':
      v.anchors.set(String(value), (v.anchors.get(String(value)) ?? 0) + 1);
      copy.$anchor = value;
      return;
    case '$recursiveRef':
      v.recursive = true;
      addRef(v, copy, value);
      return;
    case '$dynamicRef':
      if (typeof value === 'string' && /^#[^/]/.test(value)) v.dynamicRefs.add(value.slice(1));
      addRef(v, copy, value);
      return;
    case '$ref':
      addRef(v, copy, value);
      return;
    default:
      setOwn(copy, keyword, value);
  }
}

function addRef(v: Vetting, copy: Record<string, unknown>, ref: unknown): void {
  if (copy.$ref !== undefined && copy.$ref !== ref)
    throw new UnusableSchema('The schema has two references in one place, which is not supported.');
  copy.$ref = ref;
  if (typeof ref === 'string' && ref.startsWith('#/')) v.refs.push(ref);
}

function warn(v: Vetting, sentence: string): void {
  if (v.warnings.length < limits.warnings) v.warnings.push(sentence);
}
