import { keepsItsValue } from './decimal.ts';
import { childPointer, quoted, setOwn } from './pointer.ts';

/** `maxDepth` counts nested objects and lists, `maxLength` is in UTF-16 units. */
export interface JsonLimits {
  readonly maxDepth?: number;
  readonly maxLength?: number;
}
/** `respelled` holds the pointers of numbers whose text is not what they are written as again, e.g. `1.0`, `1e2`. */
export type StrictJson =
  | { readonly ok: true; readonly value: unknown; readonly respelled: readonly string[] }
  | { readonly ok: false; readonly problem: string };

interface Reading {
  readonly text: string;
  readonly maxDepth: number;
  readonly path: (string | number)[];
  readonly respelled: string[];
  at: number;
  depth: number;
}
class Refusal extends Error {}

const maxNumberLength = 1000;
const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const loneSurrogate = /\p{Surrogate}/u;

/**
 * JSON.parse that refuses what would not survive being sent on: duplicate keys, numbers that change, lone surrogates, nesting over 64,
 * more than 2,000,000 characters (S23, S50). `problem` is one English sentence that names the place. Never throws.
 */
export function parseStrict(text: string, limits: JsonLimits = {}): StrictJson {
  const { maxDepth = 64, maxLength = 2_000_000 } = limits;
  if (text.length > maxLength) return { ok: false, problem: `The text is ${text.length} characters long, ${maxLength} are allowed.` };
  const reading: Reading = { text, maxDepth, path: [], respelled: [], at: 0, depth: 0 };
  try {
    skipSpace(reading);
    const value = readValue(reading);
    skipSpace(reading);
    if (reading.at < text.length) refuse(reading, 'there is more text after the end of the value');
    return { ok: true, value, respelled: reading.respelled };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: error.message };
    throw new Error('The JSON reader failed.', { cause: error });
  }
}

const pointerOf = (r: Reading): string => r.path.reduce<string>(childPointer, '');

function refuse(r: Reading, what: string, at = r.at): never {
  const pointer = pointerOf(r);
  const place = pointer === '' ? `at character ${at}` : `at ${quoted(pointer, 200)}, character ${at}`;
  throw new Refusal(`${what.slice(0, 1).toUpperCase()}${what.slice(1)} (${place}).`);
}

function skipSpace(r: Reading): void {
  for (;;) {
    const code = r.text.charCodeAt(r.at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    r.at++;
  }
}

function readValue(r: Reading): unknown {
  switch (r.text[r.at]) {
    case '{':
      return readObject(r);
    case '[':
      return readList(r);
    case '"':
      return readString(r);
    case 't':
      return readWord(r, 'true', true);
    case 'f':
      return readWord(r, 'false', false);
    case 'n':
      return readWord(r, 'null', null);
    default:
      return readNumber(r);
  }
}

function readWord<T>(r: Reading, word: string, value: T): T {
  if (!r.text.startsWith(word, r.at)) refuse(r, 'a JSON value was expected');
  r.at += word.length;
  return value;
}

function enter(r: Reading): void {
  r.depth++;
  if (r.depth > r.maxDepth) {
    r.path.length = 0;
    refuse(r, `objects and lists are nested more than ${r.maxDepth} deep`);
  }
  r.at++;
  skipSpace(r);
}

/** After a member or item: true when another one follows, false at the closing bracket. */
function goesOn(r: Reading, close: string): boolean {
  skipSpace(r);
  const found = r.text[r.at];
  if (found !== ',' && found !== close) refuse(r, found === undefined ? 'the text ends too early' : `"," or "${close}" was expected`);
  r.at++;
  if (found === ',') skipSpace(r);
  else r.depth--;
  return found === ',';
}

function readObject(r: Reading): Record<string, unknown> {
  enter(r);
  const object: Record<string, unknown> = {};
  if (r.text[r.at] === '}') {
    goesOn(r, '}');
    return object;
  }
  do {
    const start = r.at;
    if (r.text[r.at] !== '"') refuse(r, 'a key in double quotes was expected');
    const key = readString(r);
    if (Object.hasOwn(object, key)) refuse(r, `the key ${quoted(key)} appears twice in one object`, start);
    skipSpace(r);
    if (r.text[r.at] !== ':') refuse(r, `":" was expected after the key ${quoted(key)}`);
    r.at++;
    skipSpace(r);
    r.path.push(key);
    setOwn(object, key, readValue(r));
    r.path.pop();
  } while (goesOn(r, '}'));
  return object;
}

function readList(r: Reading): unknown[] {
  enter(r);
  const list: unknown[] = [];
  if (r.text[r.at] === ']') {
    goesOn(r, ']');
    return list;
  }
  do {
    r.path.push(list.length);
    list.push(readValue(r));
    r.path.pop();
  } while (goesOn(r, ']'));
  return list;
}

function readString(r: Reading): string {
  const start = r.at + 1;
  let end = start;
  let escaped = false;
  let suspicious = false;
  for (; ; end++) {
    const code = r.text.charCodeAt(end);
    if (Number.isNaN(code)) refuse(r, 'the text ends inside a string');
    if (code === 0x22) break;
    if (code < 0x20) refuse(r, 'a control character stands unescaped in a string', end);
    if (code === 0x5c) {
      escaped = true;
      end++;
    } else if ((code & 0xf800) === 0xd800) suspicious = true;
  }
  const raw = r.text.slice(start, end);
  const value = escaped ? withoutEscapes(r, raw) : raw;
  if ((escaped || suspicious) && loneSurrogate.test(value)) refuse(r, 'a string holds half of a surrogate pair, which is no character');
  r.at = end + 1;
  return value;
}

function withoutEscapes(r: Reading, raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return refuse(r, 'a string holds an escape that JSON does not know');
  }
}

function readNumber(r: Reading): number {
  numberForm.lastIndex = r.at;
  const literal = numberForm.exec(r.text)?.[0];
  if (literal === undefined)
    return refuse(r, r.at >= r.text.length ? 'the text ends where a value was expected' : 'a JSON value was expected');
  if (literal.length > maxNumberLength) refuse(r, `a number is written with ${literal.length} characters`);
  const value = Number(literal);
  const spelling = String(value);
  if (spelling !== literal) {
    if (!keepsItsValue(literal, value)) {
      refuse(r, `the number ${literal.slice(0, 60)} cannot be kept exactly, it would become ${spelling}`);
    }
    r.respelled.push(pointerOf(r));
  }
  r.at += literal.length;
  return value === 0 ? 0 : value;
}
