/** A generator of pseudo-random numbers from 0 to below 1 that is the same for the same seed (mulberry32). For tests only. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const keys = [
  'a',
  'b',
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  '0',
  '10',
  '2',
  'ключ',
  '键',
  '😀',
  'a/b',
  '~',
  '"',
  '\\',
  'line\nbreak',
];
const texts = [...keys, '3', 'true', 'null', '{"a":1}', '\u0000', '\u2028', '\u202e', '\u200b', '\ufeff', 'x'.repeat(300)];
const numbers = [
  0, 1, -1, 3.5, 1e21, 1e-7, -2.5e-10, 9007199254740991, -9007199254740991, 1.7976931348623157e308, 5e-324, 0.1, 123456789.123,
];

/** A random JSON value, nested at most `depth` deep, with awkward keys, texts and numbers among the plain ones. For tests only. */
export function randomJson(random: () => number, depth = 5): unknown {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const roll = random() * (depth > 0 ? 8 : 5);
  if (roll < 1) return null;
  if (roll < 2) return random() < 0.5;
  if (roll < 3) return random() < 0.5 ? pick(numbers) : Math.trunc((random() - 0.5) * 2 ** Math.floor(random() * 53)) + 0;
  if (roll < 4) return random() < 0.5 ? pick(numbers) : (random() - 0.5) * 10 ** Math.floor(random() * 40 - 20);
  if (roll < 5) return pick(texts);
  const size = Math.floor(random() * 5);
  if (roll < 6.5) return Array.from({ length: size }, () => randomJson(random, depth - 1));
  return Object.fromEntries(Array.from({ length: size }, () => [pick(keys) ?? '', randomJson(random, depth - 1)]));
}
