import { ArithmeticProblem, bounded, compute, isLess, type Num } from './numbers.ts';
import { printed, round } from './rounding.ts';
import { type FunctionName, type Token, tokenize, unavailable } from './tokens.ts';

/** What an expression came to: its value as Python prints it, or a sentence that says why there is none. */
export type Evaluation = { readonly kind: 'value'; readonly text: string } | { readonly kind: 'problem'; readonly message: string };
type Value = Num | readonly Num[];

const maxLength = 1_000;
const maxDepth = 50;

/** Evaluates one arithmetic expression of Python by parsing it: nothing in it is ever run as code. `print(…)` around it is accepted. */
export function evaluate(code: string): Evaluation {
  try {
    if (code.length > maxLength) throw new ArithmeticProblem(`The expression is too long: at most ${maxLength} characters.`);
    return { kind: 'value', text: printed(new Parser(tokenize(code)).whole()) };
  } catch (error) {
    if (error instanceof ArithmeticProblem) return { kind: 'problem', message: error.message };
    throw error;
  }
}

/** A recursive descent over the tokens, one method per level of precedence, computing as it goes. */
class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Num {
    if (this.#isAtEnd()) throw new ArithmeticProblem('There is nothing to compute.');
    const value = this.#acceptPrint() ? this.#parenthesised() : this.#sum();
    if (!this.#isAtEnd()) throw new ArithmeticProblem(`Unexpected ${this.#shown()}: one expression at a time.`);
    return single(value);
  }

  #isAtEnd(): boolean {
    return this.#next.kind === 'end';
  }

  #acceptPrint(): boolean {
    const token = this.#next;
    const isPrint = token.kind === 'name' && token.text === 'print';
    if (isPrint) this.#at += 1;
    return isPrint;
  }

  #sum(): Value {
    return this.#leftToRight(['+', '-'], () => this.#product());
  }

  #product(): Value {
    return this.#leftToRight(['*', '/', '//', '%'], () => this.#factor());
  }

  #leftToRight(operators: readonly string[], operand: () => Value): Value {
    let left = operand();
    for (let operator = this.#accept(...operators); operator !== undefined; operator = this.#accept(...operators)) {
      left = bounded(compute(operator, single(left), single(operand())));
    }
    return left;
  }

  /** A sign before a power applies to the whole power: `-2 ** 2` is -4. Every way to nest comes through here. */
  #factor(): Value {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new ArithmeticProblem(`The expression is nested too deeply: at most ${maxDepth} levels.`);
    const value = this.#signed();
    this.#depth -= 1;
    return value;
  }

  #signed(): Value {
    const sign = this.#accept('+', '-');
    if (sign === undefined) return this.#power();
    const value = single(this.#factor());
    return sign === '-' ? -value : value;
  }

  /** Right to left, and the exponent may carry a sign: `2 ** -1`, `2 ** 3 ** 2`. */
  #power(): Value {
    const base = this.#atom();
    if (this.#accept('**') === undefined) return base;
    return bounded(compute('**', single(base), single(this.#factor())));
  }

  #atom(): Value {
    const token = this.#next;
    if (token.kind === 'number') {
      this.#at += 1;
      return bounded(token.value);
    }
    if (token.kind === 'name') {
      this.#at += 1;
      return this.#call(token.text);
    }
    if (token.text === '(') return this.#parenthesised();
    if (token.text === '[') return this.#list('[', ']').map(single);
    throw new ArithmeticProblem(`Unexpected ${this.#shown()}.`);
  }

  #parenthesised(): Value {
    this.#expect('(');
    const value = this.#sum();
    this.#expect(')');
    return value;
  }

  #call(name: FunctionName | 'print'): Num {
    if (name === 'print') throw unavailable(name);
    return bounded(functions[name](this.#list('(', ')')));
  }

  #list(open: string, close: string): Value[] {
    this.#expect(open);
    const values: Value[] = [];
    while (this.#accept(close) === undefined) {
      if (values.length > 0) this.#expect(',');
      if (values.length > 0 && this.#accept(close) !== undefined) break;
      values.push(this.#sum());
    }
    return values;
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '' };
  }

  #accept(...signs: readonly string[]): string | undefined {
    const token = this.#next;
    if (token.kind !== 'sign' || !signs.includes(token.text)) return undefined;
    this.#at += 1;
    return token.text;
  }

  #expect(sign: string): void {
    if (this.#accept(sign) === undefined) throw new ArithmeticProblem(`Expected "${sign}" but found ${this.#shown()}.`);
  }

  #shown(): string {
    const token = this.#next;
    if (token.kind === 'end') return 'the end of the expression';
    return token.kind === 'number' ? printed(token.value) : `"${token.text}"`;
  }
}

/** The functions there are; each takes its arguments as written and complains about a wrong number of them. */
const functions: Readonly<Record<FunctionName, (values: readonly Value[]) => Num>> = {
  abs: (values) => {
    const [value] = numbers('abs', values, 1, 1);
    return value < 0 ? -value : value;
  },
  round: (values) => {
    const [value, digits] = numbers('round', values, 1, 2);
    return round(value, digits);
  },
  pow: (values) => {
    const [base, exponent] = numbers('pow', values, 2, 2);
    return compute('**', base, exponent ?? 1n);
  },
  min: (values) => spread('min', values).reduce((least, value) => (isLess(value, least) ? value : least)),
  max: (values) => spread('max', values).reduce((most, value) => (isLess(most, value) ? value : most)),
  sum: (values) => {
    const [list] = values;
    if (values.length !== 1 || !isList(list)) throw new ArithmeticProblem('sum takes one list, such as sum([1, 2, 3]).');
    return list.reduce((total, value) => bounded(compute('+', total, value)), 0n);
  },
};

function isList(value: Value | undefined): value is readonly Num[] {
  return Array.isArray(value);
}

function single(value: Value): Num {
  if (isList(value)) throw new ArithmeticProblem('A list can only be given to sum, min or max.');
  return value;
}

function numbers(name: string, values: readonly Value[], least: number, most: number): readonly [Num, Num?] {
  const [first, second] = values;
  if (first === undefined || values.length < least || values.length > most) {
    throw new ArithmeticProblem(`${name} takes ${least === most ? least : `${least} or ${most}`} ${most === 1 ? 'number' : 'numbers'}.`);
  }
  return second === undefined ? [single(first)] : [single(first), single(second)];
}

function spread(name: string, values: readonly Value[]): readonly Num[] {
  const [first] = values;
  const all = values.length === 1 && isList(first) ? first : values.map(single);
  if (all.length === 0) throw new ArithmeticProblem(`${name} needs at least one number.`);
  return all;
}
