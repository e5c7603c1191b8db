import { childPointer, isObject, setOwn } from './pointer.ts';
import { createShapes, kindOf, type Kind, type Place, type Shapes } from './shapes.ts';
import { parseStrict } from './strictJson.ts';

/** What was done to the model's arguments before anybody was asked; `pointer` is a JSON pointer into them. */
export interface Adjustment {
  readonly pointer: string;
  readonly how: 'default' | 'converted';
}
/** `value` is what is to be sent when `valid`; otherwise the reading of the arguments that is to be explained. */
export interface Preparation {
  readonly value: unknown;
  readonly adjusted: readonly Adjustment[];
  readonly valid: boolean;
}
/** What may be the exact text of anything but a string, seen from its ends: spares the reader all others. */
const looksLikeJson = /^(?:-?\d.*\d|-?\d|true|false|null|\[[^]*\]|\{[^]*\})$/;

interface Run {
  readonly shapes: Shapes;
  readonly fillDefaults: boolean;
  /** Numbers whose text would change if they were turned into a string: `1.0` must not become "1". */
  readonly respelled: Set<string>;
  readonly adjusted: Adjustment[];
}

/**
 * Fits arguments to a schema as far as nothing can be lost (product.md 3), then lets `validate` judge. Pure; `value` is not changed.
 *
 * - A missing property gets its schema's default, unless that is null (absent says the same) or of a type the schema refuses.
 *   A default is taken as it is: nothing is filled in inside it.
 * - A string where no string can be valid becomes the JSON it is the exact text of: number, boolean, null, list or object.
 * - A number or boolean becomes a string where only a string (or null) can be valid, unless its text would change (`1.0`).
 * - A null for an optional property that cannot be null is left out.
 * - An empty string or null for the whole becomes `{}`.
 * - Nothing else: no single value becomes a list, no word becomes a boolean, no fraction is rounded.
 *
 * Inside anyOf and oneOf only when one branch is left beside null. If the fitted value is refused, the same without defaults is tried,
 * then the value as given: what is valid already is never spoilt.
 */
export function prepareArguments(
  schema: unknown,
  value: unknown,
  validate: (value: unknown) => boolean,
  respelled: readonly string[] = [],
): Preparation {
  const shapes = createShapes(schema);
  const fit = (fillDefaults: boolean): Preparation => {
    const run: Run = { shapes, fillDefaults, respelled: new Set(respelled), adjusted: [] };
    const given = value === null || value === '' ? {} : value;
    if (given !== value) run.adjusted.push({ pointer: '', how: 'converted' });
    const fitted = adjust(run, [schema], given, '');
    return { value: fitted, adjusted: run.adjusted, valid: validate(fitted) };
  };
  const whole = fit(true);
  if (whole.valid) return whole;
  const converted = whole.adjusted.some(({ how }) => how === 'default') ? fit(false) : whole;
  if (converted.valid) return converted;
  return validate(value) ? { value, adjusted: [], valid: true } : converted;
}

function adjust(run: Run, place: Place, given: unknown, pointer: string): unknown {
  if (place.length === 0) return given;
  const value = convert(run, run.shapes.kinds(place), given, pointer);
  if (Array.isArray(value)) return adjustItems(run, place, value, pointer);
  return isObject(value) ? adjustMembers(run, place, value, pointer) : value;
}

function convert(run: Run, kinds: ReadonlySet<Kind> | undefined, value: unknown, pointer: string): unknown {
  if (!kinds || kinds.has(kindOf(value))) return value;
  if (typeof value === 'string') {
    const parsed = looksLikeJson.test(value) ? parseStrict(value) : undefined;
    if (!parsed?.ok || !kinds.has(kindOf(parsed.value))) return value;
    for (const inner of parsed.respelled) run.respelled.add(pointer + inner);
    run.adjusted.push({ pointer, how: 'converted' });
    return parsed.value;
  }
  const isScalar = typeof value === 'number' || typeof value === 'boolean';
  const onlyStrings = kinds.has('string') && [...kinds].every((kind) => kind === 'string' || kind === 'null');
  if (!isScalar || !onlyStrings || run.respelled.has(pointer)) return value;
  run.adjusted.push({ pointer, how: 'converted' });
  return String(value);
}

function adjustItems(run: Run, place: Place, list: readonly unknown[], pointer: string): readonly unknown[] {
  const facets = run.shapes.facets(place);
  const before = run.adjusted.length;
  const items = list.map((item, index) => adjust(run, itemPlace(facets, index), item, childPointer(pointer, index)));
  return run.adjusted.length === before ? list : items;
}

function itemPlace(facets: readonly Record<string, unknown>[], index: number): Place {
  return facets.flatMap(({ prefixItems, items }) => {
    const tuple: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
    if (index < tuple.length) return [tuple[index]];
    return isObject(items) ? [items] : [];
  });
}

function adjustMembers(run: Run, place: Place, object: Record<string, unknown>, pointer: string): Record<string, unknown> {
  const facets = run.shapes.facets(place);
  const required = new Set(facets.flatMap((facet): unknown[] => (Array.isArray(facet.required) ? facet.required : [])));
  const before = run.adjusted.length;
  const members: Record<string, unknown> = {};
  const dropped = new Set<string>();
  for (const [key, member] of Object.entries(object)) {
    const at = memberPlace(facets, key);
    if (member === null && !required.has(key) && run.shapes.kinds(at)?.has('null') === false) dropped.add(key);
    else setOwn(members, key, adjust(run, at, member, childPointer(pointer, key)));
  }
  const filled = run.fillDefaults ? fillIn(run, facets, members) : [];
  for (const key of dropped) if (!filled.includes(key)) run.adjusted.push({ pointer: childPointer(pointer, key), how: 'converted' });
  for (const key of filled) run.adjusted.push({ pointer: childPointer(pointer, key), how: 'default' });
  return run.adjusted.length === before ? object : members;
}

/** The schemas of one member: named by `properties`, else those of `additionalProperties`. `patternProperties` are left to validation. */
function memberPlace(facets: readonly Record<string, unknown>[], key: string): Place {
  return facets.flatMap(({ properties, patternProperties, additionalProperties }) => {
    if (isObject(properties) && Object.hasOwn(properties, key)) return [properties[key]];
    return patternProperties === undefined && isObject(additionalProperties) ? [additionalProperties] : [];
  });
}

/** Adds the defaults of missing members and returns their keys. */
function fillIn(run: Run, facets: readonly Record<string, unknown>[], members: Record<string, unknown>): readonly string[] {
  const known = new Set(facets.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : [])));
  return [...known].filter((key) => {
    if (Object.hasOwn(members, key)) return false;
    const at = facets.flatMap(({ properties }) => (isObject(properties) && Object.hasOwn(properties, key) ? [properties[key]] : []));
    const value = run.shapes.facets(at).find((facet) => Object.hasOwn(facet, 'default'))?.default;
    if (value === undefined || value === null || run.shapes.kinds(at)?.has(kindOf(value)) === false) return false;
    setOwn(members, key, value);
    return true;
  });
}
