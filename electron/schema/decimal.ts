/** A number as written: `digits` (no zero at either end, `0` for zero) times ten to the power of `exponent`. */
interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

const literalForm = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The exact value of a JSON number literal. Takes time linear in its length. */
function decimalOf(literal: string): Decimal {
  const [, sign = '', whole = '', fraction = '', power = '0'] = literalForm.exec(literal) ?? [];
  const all = whole + fraction;
  let first = 0;
  while (all[first] === '0') first++;
  let last = all.length;
  while (last > first && all[last - 1] === '0') last--;
  if (first === last) return { negative: false, digits: '0', exponent: 0 };
  return { negative: sign === '-', digits: all.slice(first, last), exponent: Number(power) - fraction.length + (all.length - last) };
}

/** True when the number keeps the value that was written: its own shortest spelling means the same. */
export function keepsItsValue(literal: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  const written = decimalOf(literal);
  const kept = decimalOf(String(value));
  return written.negative === kept.negative && written.digits === kept.digits && written.exponent === kept.exponent;
}

/** JSON Schema's `multipleOf` in exact decimal arithmetic: 19.99 is a multiple of 0.01. Both are finite, `step` is above zero. */
export function isMultipleOf(value: number, step: number): boolean {
  const a = decimalOf(String(value));
  const b = decimalOf(String(step));
  const low = Math.min(a.exponent, b.exponent);
  const scaled = (d: Decimal): bigint => BigInt(d.digits) * 10n ** BigInt(d.exponent - low);
  return scaled(a) % scaled(b) === 0n;
}
