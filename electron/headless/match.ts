/**
 * Whether a value looks like a pattern: of an object the named members count, of a list each element of the pattern is found somewhere in it,
 * `{"$not": pattern}` turns it round, everything else is the same or not.
 */
export function matches(value: unknown, pattern: unknown): boolean {
  if (Array.isArray(pattern)) return Array.isArray(value) && pattern.every((one) => value.some((element) => matches(element, one)));
  if (typeof pattern !== 'object' || pattern === null) return Object.is(value, pattern);
  if ('$not' in pattern) return !matches(value, pattern.$not);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(pattern).every(([key, member]) => matches((value as Record<string, unknown>)[key], member));
}

/** The same value with each text `$name.member…` in it replaced by what was saved; an unknown one is left as it is. */
export function filledIn(value: unknown, saved: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') return value.startsWith('$') ? (lookUp(value.slice(1), saved) ?? value) : value;
  if (Array.isArray(value)) return value.map((element) => filledIn(element, saved));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, filledIn(member, saved)]));
}
function lookUp(path: string, saved: ReadonlyMap<string, unknown>): unknown {
  const [name = '', ...members] = path.split('.');
  return members.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
    saved.get(name),
  );
}
