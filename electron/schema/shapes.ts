import { isObject, valueAt } from './pointer.ts';

/** JSON Schema's types, with number split in two so that integer is a part of it. */
export type Kind = 'null' | 'boolean' | 'integer' | 'fraction' | 'string' | 'array' | 'object';
/** All schemas that hold at one place of the value. */
export type Place = readonly unknown[];
type Schema = Record<string, unknown>;

/** Reads what a schema says about one place, without judging any value. */
export interface Shapes {
  /** The schemas that certainly hold there: also those behind a local $ref, in allOf, and in anyOf or oneOf with one real branch. */
  facets(place: Place): readonly Schema[];
  /** The kinds that can be valid there; undefined when any can. */
  kinds(place: Place): ReadonlySet<Kind> | undefined;
}

/** The kind of a JSON value. */
export function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'fraction';
    case 'string':
      return 'string';
    default:
      return 'object';
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const kindsOfType = (type: unknown): readonly Kind[] => (type === 'number' ? ['integer', 'fraction'] : [type as Kind]);

/** Shapes of the schema `root`, whose local references are looked up in it. Remembers what it found, so `root` must not change. */
export function createShapes(root: unknown): Shapes {
  const knownFacets = new WeakMap<Schema, readonly Schema[]>();
  const knownKinds = new WeakMap<Schema, ReadonlySet<Kind> | 'any'>();
  const kindsOf = (schema: unknown): ReadonlySet<Kind> | undefined => {
    if (!isObject(schema)) return undefined;
    const known = knownKinds.get(schema);
    if (known !== undefined) return known === 'any' ? undefined : known;
    // Stands while the schema is read: a schema that refers to itself at the same place says nothing by that.
    knownKinds.set(schema, 'any');
    const found = readKinds(root, schema, kindsOf);
    knownKinds.set(schema, found ?? 'any');
    return found;
  };
  const facetsOf = (schema: unknown): readonly Schema[] => {
    if (!isObject(schema)) return [];
    const known = knownFacets.get(schema);
    if (known) return known;
    const found = new Set<Schema>();
    collect(root, schema, found);
    const facets = [...found];
    knownFacets.set(schema, facets);
    return facets;
  };
  return {
    facets: (place) => place.flatMap(facetsOf),
    kinds: (place) => common(place.map(kindsOf)),
  };
}

function collect(root: unknown, schema: unknown, found: Set<Schema>): void {
  if (!isObject(schema) || found.has(schema) || isForeign(root, schema)) return;
  found.add(schema);
  if (typeof schema.$ref === 'string') collect(root, resolveLocal(root, schema.$ref), found);
  for (const part of listOf(schema.allOf)) collect(root, part, found);
  for (const branches of [listOf(schema.anyOf), listOf(schema.oneOf)]) {
    const real = branches.filter((branch) => !isNullOnly(branch));
    if (real.length === 1) collect(root, real[0], found);
  }
}

/** An embedded `$id` starts a document of its own, whose references mean something else. */
const isForeign = (root: unknown, schema: Schema): boolean =>
  schema !== root && typeof schema.$id === 'string' && !schema.$id.startsWith('#');
const isNullOnly = (branch: unknown): boolean => isObject(branch) && (branch.type === 'null' || branch.const === null);

function readKinds(
  root: unknown,
  schema: Schema,
  kindsOf: (schema: unknown) => ReadonlySet<Kind> | undefined,
): ReadonlySet<Kind> | undefined {
  if (isForeign(root, schema)) return undefined;
  const said: (ReadonlySet<Kind> | undefined)[] = [];
  if (schema.type !== undefined) {
    const types = Array.isArray(schema.type) ? (schema.type as unknown[]) : [schema.type];
    said.push(new Set([...types.flatMap(kindsOfType), ...(schema.nullable === true ? (['null'] as const) : [])]));
  }
  if (Array.isArray(schema.enum)) said.push(new Set(schema.enum.map(kindOf)));
  if (schema.const !== undefined) said.push(new Set([kindOf(schema.const)]));
  if (typeof schema.$ref === 'string') said.push(kindsOf(resolveLocal(root, schema.$ref)));
  for (const part of listOf(schema.allOf)) said.push(kindsOf(part));
  for (const branches of [listOf(schema.anyOf), listOf(schema.oneOf)]) if (branches.length > 0) said.push(union(branches.map(kindsOf)));
  return common(said);
}

function union(sets: readonly (ReadonlySet<Kind> | undefined)[]): ReadonlySet<Kind> | undefined {
  const all = new Set<Kind>();
  for (const set of sets) {
    if (!set) return undefined;
    for (const kind of set) all.add(kind);
  }
  return all;
}

function common(sets: readonly (ReadonlySet<Kind> | undefined)[]): ReadonlySet<Kind> | undefined {
  return sets.reduce((left, right) => {
    if (!left) return right;
    return right ? new Set([...left].filter((kind) => right.has(kind))) : left;
  }, undefined);
}

/** The schema that a reference within the document names, by JSON pointer or `$anchor`; undefined for any other. */
function resolveLocal(root: unknown, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined;
  const fragment = decoded(ref.slice(1));
  if (fragment === undefined) return undefined;
  return fragment === '' || fragment.startsWith('/') ? valueAt(root, fragment) : anchored(root, fragment);
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function anchored(root: unknown, name: string): unknown {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    if ((isObject(value) && value.$anchor === name) || (isObject(value) && value.$id === `#${name}`)) return value;
    for (const inner of Object.values(value) as unknown[]) waiting.push(inner);
  }
  return undefined;
}
