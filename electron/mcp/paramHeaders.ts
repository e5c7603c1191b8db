type Schema = Readonly<Record<string, unknown>>;
interface Mirrored {
  readonly path: readonly string[];
  readonly name: string;
}
/** What a tool's schema says of headers: the arguments to mirror, or why the whole definition is not to be used. */
export type ParamHeaders = { readonly ok: true; readonly mirrored: readonly Mirrored[] } | { readonly ok: false; readonly problem: string };

const keyword = 'x-mcp-header';
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

class BadHeaderError extends Error {}

/**
 * Reads the `x-mcp-header` annotations of an input schema (2026-07-28, Streamable HTTP): each on a string, integer or boolean reached by
 * `properties` alone, its value a header token, no two alike.
 */
export function readParamHeaders(inputSchema: Schema): ParamHeaders {
  const mirrored: Mirrored[] = [];
  try {
    visit(inputSchema, [], true, mirrored);
  } catch (error) {
    if (error instanceof BadHeaderError) return { ok: false, problem: error.message };
    throw error;
  }
  return { ok: true, mirrored };
}

function visit(node: unknown, path: readonly string[], isReachable: boolean, mirrored: Mirrored[]): void {
  if (Array.isArray(node)) return node.forEach((item) => visit(item, path, false, mirrored));
  if (!isObject(node)) return;
  if (keyword in node) mirrored.push(readOne(node, path, isReachable && path.length > 0, mirrored));
  for (const [key, child] of Object.entries(node)) {
    if (key === 'properties' && isObject(child))
      for (const [name, property] of Object.entries(child)) visit(property, [...path, name], isReachable, mirrored);
    else if (holdsSchema.has(key)) visit(child, path, false, mirrored);
    else if (holdsNamed.has(key) && isObject(child)) visit(Object.values(child), path, false, mirrored);
  }
}
/** Places that a call's arguments do not show: an annotation there makes the definition bad. */
const holdsSchema = new Set([
  ...['items', 'prefixItems', 'contains', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'propertyNames'],
  ...['oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else'],
]);
const holdsNamed = new Set(['patternProperties', 'dependentSchemas', '$defs', 'definitions']);

function readOne(node: Schema, path: readonly string[], isReachable: boolean, others: readonly Mirrored[]): Mirrored {
  const name = node[keyword];
  const place = path.join('.') || 'the schema itself';
  if (!isReachable) throw new BadHeaderError(`${keyword} at ${place} is not on a plain property`);
  if (typeof name !== 'string' || !token.test(name)) throw new BadHeaderError(`${keyword} at ${place} is no name of a header`);
  if (!['string', 'integer', 'boolean'].includes(String(node['type'])))
    throw new BadHeaderError(`${keyword} at ${place} is on something that is no string, integer or boolean`);
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw new BadHeaderError(`${keyword} ${name} is given twice`);
  return { path, name };
}

/** The `Mcp-Param-*` headers of one call: its arguments as they are, left out where they are absent or null. */
export function paramHeaders(inputSchema: Schema, args: unknown): Readonly<Record<string, string>> {
  const read = readParamHeaders(inputSchema);
  if (!read.ok) return {};
  return Object.fromEntries(
    read.mirrored.flatMap(({ path, name }): [string, string][] => {
      const value = path.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), args);
      const text = toText(value);
      return text === undefined ? [] : [[`Mcp-Param-${name}`, encoded(text)]];
    }),
  );
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value)) ? String(value) : undefined;
}

/** Plain where a header can hold it as it is, else Base64 of its UTF-8 between marks. */
function encoded(text: string): string {
  const isPlain = /^[\t\x20-\x7e]+$/.test(text) && text.trim() === text && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
