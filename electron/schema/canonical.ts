import { createHash } from 'node:crypto';

type Work = { readonly text: string } | { readonly value: unknown };

const byCodeUnit = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : a > b ? 1 : 0);

/** The value's parts in reverse, so that a stack hands them out in order. */
function parts(value: object): Work[] {
  const list = Array.isArray(value);
  const work: Work[] = [{ text: list ? '[' : '{' }];
  const members: readonly (readonly [string, unknown])[] = list
    ? (value as readonly unknown[]).map((item) => ['', item ?? null] as const)
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .sort(byCodeUnit);
  for (const [index, [key, member]] of members.entries()) {
    if (index > 0) work.push({ text: ',' });
    if (!list) work.push({ text: `${JSON.stringify(key)}:` });
    work.push({ value: member });
  }
  work.push({ text: list ? ']' : '}' });
  return work.reverse();
}

/**
 * JSON text that is the same for equal values: keys sorted by code unit at every level, list order kept, scalars as JSON.stringify
 * writes them. Takes JSON values of any depth; throws a TypeError for what JSON cannot hold.
 */
export function canonicalJson(value: unknown): string {
  const text: string[] = [];
  const work: Work[] = [{ value }];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if ('text' in next) text.push(next.text);
    else if (typeof next.value === 'object' && next.value !== null) for (const part of parts(next.value)) work.push(part);
    else text.push(exactText(next.value));
  }
  return text.join('');
}

/** `sha256-` and the hex digest of the canonical JSON: what a tool definition is pinned by (S19). */
export function digestOf(value: unknown): string {
  return `sha256-${createHash('sha256').update(canonicalJson(value)).digest('hex')}`;
}

/** The very text that is shown, hashed and sent: compact JSON in insertion order (S23). Throws a TypeError for what JSON cannot hold. */
export function exactText(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`JSON cannot hold a value of type ${typeof value}.`);
  return text;
}
