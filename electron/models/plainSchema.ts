type Schema = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The keywords that every endpoint knows. */
const KNOWN = new Set([
  'type',
  'title',
  'description',
  'nullable',
  'enum',
  'required',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'pattern',
  'default',
]);
const DEEPEST = 12;

/**
 * A schema in the plain core that some endpoints know: references are put in place (what refers to itself ends as any object), a null type
 * becomes `nullable`, a constant an enum of one, alternatives `anyOf`; all else is left out. It may allow more than the original, never less.
 */
export function toPlain(root: Schema): Record<string, unknown> {
  return plain(root, root, []);
}

function plain(schema: Schema, root: Schema, trail: readonly string[]): Record<string, unknown> {
  if (trail.length > DEEPEST) return { type: 'object' };
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const target = trail.includes(reference) ? undefined : lookUp(root, reference);
    const { $ref: _ref, ...rest } = schema;
    return plain(target ? { ...target, ...rest } : { type: 'object', ...rest }, root, [...trail, reference]);
  }
  const inner = (value: unknown): Record<string, unknown> => (isObject(value) ? plain(value, root, [...trail, '']) : {});
  const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => KNOWN.has(key)));
  const { properties, items } = schema;
  return {
    ...kept,
    ...typeOf(schema['type']),
    ...enumOf(schema),
    ...(isObject(properties)
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, inner(value)])) }
      : {}),
    ...(isObject(items) ? { items: inner(items) } : schema['type'] === 'array' ? { items: {} } : {}),
    ...alternativesOf(schema, inner),
  };
}

/** A list of types becomes its one type, and null a mark; several stay open. */
function typeOf(type: unknown): Record<string, unknown> {
  if (!Array.isArray(type)) return {};
  const types = type.filter((one) => one !== 'null');
  const nullable = types.length < type.length ? { nullable: true } : {};
  return types.length === 1 ? { type: types[0], ...nullable } : { type: undefined, ...nullable };
}

/** Only words can be enumerated everywhere. */
function enumOf(schema: Schema): Record<string, unknown> {
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  if (values === undefined) return {};
  const words = Array.isArray(values) ? values.filter((value) => value !== null) : [];
  return words.length > 0 && words.every((value) => typeof value === 'string') ? { type: 'string', enum: words } : { enum: undefined };
}

function alternativesOf(schema: Schema, inner: (value: unknown) => Record<string, unknown>): Record<string, unknown> {
  const listed = schema['anyOf'] ?? schema['oneOf'];
  if (!Array.isArray(listed)) return {};
  const real: unknown[] = listed.filter((one) => !(isObject(one) && one['type'] === 'null'));
  const nullable = real.length < listed.length ? { nullable: true } : {};
  const [only] = real;
  return real.length === 1 ? { ...inner(only), ...nullable } : { anyOf: real.map(inner), ...nullable };
}

function lookUp(root: Schema, reference: string): Schema | undefined {
  if (!reference.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return isObject(at) ? at : undefined;
}
