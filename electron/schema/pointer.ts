/** A JSON object, as opposed to a list or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets an own member whatever its name is: `__proto__` becomes a member like any other and never changes the prototype (S50). */
export function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/** The JSON pointer (RFC 6901) of a member or item below `parent`. */
export function childPointer(parent: string, key: string | number): string {
  return `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The value that a JSON pointer names below `root`, through own members only; undefined when there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  if (pointer === '') return root;
  let value = root;
  for (const step of pointer.slice(1).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** A text in double quotes for a sentence, at most `length` characters of it, with JSON's escapes. */
export function quoted(text: string, length = 60): string {
  return text.length > length ? `${JSON.stringify(text.slice(0, length)).slice(0, -1)}…"` : JSON.stringify(text);
}
