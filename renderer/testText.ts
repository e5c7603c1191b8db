/** The text content of static markup, as a browser would report it. For tests. */
export function textContent(markup: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
  return markup.replace(/<[^>]*>/g, '').replace(/&(amp|lt|gt|quot|#x27);/g, (_whole, name: string) => entities[name] ?? '');
}

/** Numbers from 0 to below 1 that are the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const pieces = [
  'a',
  'ß',
  '张三',
  '"',
  '\\',
  '/',
  '\n',
  '\t',
  '\u0000',
  ' ',
  '  ',
  '\u00a0',
  '\u200b',
  '\u202e',
  '\ufeff',
  '😀',
  '👨‍👩‍👧',
  '\ud800',
  '{',
  '}',
  '[',
  ':',
  ',',
  '<b>',
  '&amp;',
  '1e9',
  '\u2028',
  '\u{e0041}',
];

/** Any JSON value, awkward strings and keys included. */
export function randomJson(random: () => number, depth = 0): unknown {
  const text = (): string =>
    Array.from({ length: Math.floor(random() * 6) }, () => pieces[Math.floor(random() * pieces.length)] ?? '').join('');
  const size = (): number => Math.floor(random() * 4);
  const kind = Math.floor(random() * (depth > 4 ? 5 : 7));
  if (kind === 0) return text();
  if (kind === 1) return (random() - 0.5) * 10 ** Math.floor(random() * 40 - 20);
  if (kind === 2) return Math.floor(random() * 1000) - 500;
  if (kind === 3) return random() < 0.5;
  if (kind === 4) return null;
  if (kind === 5) return Array.from({ length: size() }, () => randomJson(random, depth + 1));
  return Object.fromEntries(Array.from({ length: size() }, () => [text(), randomJson(random, depth + 1)]));
}
