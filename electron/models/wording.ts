/** Half a surrogate pair, e.g. from a text cut by length, makes the whole request invalid for strict endpoints. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** Endpoints parse the arguments in the history and fail on broken ones, so what the model wrote badly goes back as a member of an object. */
export function argumentsObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(wellFormed(text));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    return { unreadable_arguments: wellFormed(text) };
  }
  return { unreadable_arguments: wellFormed(text) };
}

/** A tool's name as it may stand in a history: a model can have made one up in letters that endpoints refuse. */
export function nameInHistory(name: string): string {
  const plain = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64);
  return plain === '' ? 'unnamed' : plain;
}
