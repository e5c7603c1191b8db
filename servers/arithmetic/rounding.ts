import { ArithmeticProblem, type Num } from './numbers.ts';

/** Python's `round`: half to even, judged on the exact value of the double. Without `digits` the result is whole. */
export function round(value: Num, digits: Num | undefined): Num {
  const places = digits === undefined ? 0 : Number(digits);
  if (typeof digits === 'number' || places < 0 || places > 15)
    throw new ArithmeticProblem('round takes a whole number of digits from 0 to 15.');
  if (typeof value === 'bigint') return value;
  // Doubles this large have no fraction, and their decimals can't be written out by toFixed.
  if (Math.abs(value) >= 2 ** 53) return digits === undefined ? BigInt(value) : value;
  const rounded = roundedDigits(Math.abs(value), places);
  if (digits === undefined) return value < 0 ? -rounded : rounded;
  const text = rounded.toString().padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  return Math.sign(value) * Number(`${whole}.${text.slice(text.length - places)}`);
}

/** `value` times ten to the power of `places`, rounded half to even; 100 decimals are enough to see every exact tie. */
function roundedDigits(value: number, places: number): bigint {
  const [whole = '0', fraction = ''] = value.toFixed(100).split('.');
  const kept = BigInt(whole + fraction.slice(0, places));
  const rest = fraction.slice(places);
  const half = '5'.padEnd(rest.length, '0');
  const up = rest > half || (rest === half && kept % 2n === 1n);
  return up ? kept + 1n : kept;
}

/** A number as Python prints it: `2.0`, `1e+16`, `1e-05`. */
export function printed(value: Num): string {
  if (typeof value === 'bigint') return value.toString();
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa = '', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 16) return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '');
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}
