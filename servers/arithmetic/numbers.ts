/** Whole numbers are exact, as in Python; a number with a point is a double. */
export type Num = bigint | number;

/** Something in the expression can't be computed; the message is meant for whoever wrote it. */
export class ArithmeticProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ArithmeticProblem';
  }
}

const maxExponent = 10_000;
/** About 3,000 decimal digits. */
const maxBits = 10_000;

/** Computes with Python's rules: `/` gives a double, `//` and `%` round down, `**` of whole numbers is exact. */
export function compute(operator: string, a: Num, b: Num): Num {
  if (operator === '**') return power(a, b);
  if (operator === '/') return divide(a, b);
  return typeof a === 'bigint' && typeof b === 'bigint' ? computeWhole(operator, a, b) : computeDouble(operator, toDouble(a), toDouble(b));
}

/** Refuses what would be infinite or longer than about 3,000 digits. */
export function bounded(value: Num): Num {
  const fits = typeof value === 'bigint' ? bitLength(value) <= maxBits : Number.isFinite(value);
  if (!fits) throw new ArithmeticProblem('The number is too large.');
  return value;
}

/** Compares without rounding either side. */
export function isLess(a: Num, b: Num): boolean {
  return a < b;
}

function computeWhole(operator: string, a: bigint, b: bigint): bigint {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '//':
      return (a - floorRemainder(a, b)) / b;
    case '%':
      return floorRemainder(a, b);
    default:
      throw new Error(`unknown operator ${operator}`);
  }
}

function floorRemainder(a: bigint, b: bigint): bigint {
  if (b === 0n) throw new ArithmeticProblem('Division by zero.');
  const rest = a % b;
  return rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest;
}

function computeDouble(operator: string, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '//':
      // By way of the remainder, as Python does: 1.0 // 0.1 is 9.0, because 0.1 is a little more than a tenth.
      return Math.round((a - remainder(a, b)) / b);
    case '%':
      return remainder(a, b);
    default:
      throw new Error(`unknown operator ${operator}`);
  }
}

function remainder(a: number, b: number): number {
  if (b === 0) throw new ArithmeticProblem('Division by zero.');
  const rest = a % b;
  return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
}

function divide(a: Num, b: Num): number {
  const divisor = toDouble(b);
  if (divisor === 0) throw new ArithmeticProblem('Division by zero.');
  return toDouble(a) / divisor;
}

function power(base: Num, exponent: Num): Num {
  if (isLess(maxExponent, exponent) || isLess(exponent, -maxExponent))
    throw new ArithmeticProblem(`The exponent is too large: at most ${maxExponent}.`);
  if (typeof base === 'bigint' && typeof exponent === 'bigint' && exponent >= 0n) {
    if (BigInt(bitLength(base) - 1) * exponent > maxBits) throw new ArithmeticProblem('The number is too large.');
    return base ** exponent;
  }
  const [b, e] = [toDouble(base), toDouble(exponent)];
  if (b === 0 && e < 0) throw new ArithmeticProblem('Division by zero.');
  if (b < 0 && !Number.isInteger(e)) throw new ArithmeticProblem('A fractional power of a negative number is not a real number.');
  return b ** e;
}

/** A whole number beyond the range of doubles has no double: infinity would make wrong answers look right. */
function toDouble(value: Num): number {
  return Number(bounded(Number(value)));
}

function bitLength(value: bigint): number {
  return (value < 0n ? -value : value).toString(2).length;
}
