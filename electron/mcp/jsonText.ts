/** Where a value stands in a JSON text; `end` is behind its last character. */
export type JsonNode =
  | { readonly kind: 'object'; readonly start: number; readonly end: number; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly start: number; readonly end: number; readonly items: readonly JsonNode[] }
  | { readonly kind: 'scalar'; readonly start: number; readonly end: number };
export interface JsonMember {
  readonly key: string;
  readonly keyStart: number;
  readonly node: JsonNode;
}

/** A text is no JSON. The message says where and what was expected, and never what stands there. */
export class JsonTextError extends Error {
  constructor(text: string, at: number, message: string) {
    const before = text.slice(0, at).split('\n');
    super(`line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${message}`);
    this.name = 'JsonTextError';
  }
}

/** No configuration is nested deeper; a text that is costs no stack. */
const maxDepth = 64;

/** Reads strict JSON into positions: order and repeated names, which `JSON.parse` loses, stay visible. Throws `JsonTextError`. */
export function parseJson(text: string): JsonNode {
  const reader = new Reader(text);
  const root = reader.value(0);
  reader.space();
  if (reader.at < text.length) throw reader.error('expected the end of the file');
  return root;
}

/** The value of a node, as `JSON.parse` reads it. */
export function valueOf(text: string, node: JsonNode): unknown {
  return JSON.parse(text.slice(node.start, node.end));
}

/** The first name that an object within the node holds twice. */
export function repeatedName(node: JsonNode): string | undefined {
  if (node.kind === 'scalar') return undefined;
  const seen = new Set<string>();
  for (const { key } of node.kind === 'object' ? node.members : []) {
    if (seen.has(key)) return key;
    seen.add(key);
  }
  const inner = node.kind === 'object' ? node.members.map((member) => member.node) : node.items;
  for (const child of inner) {
    const repeated = repeatedName(child);
    if (repeated !== undefined) return repeated;
  }
  return undefined;
}

class Reader {
  readonly #text: string;
  at = 0;
  constructor(text: string) {
    this.#text = text;
  }

  error(message: string): JsonTextError {
    return new JsonTextError(this.#text, this.at, this.at < this.#text.length ? message : `${message}, but the file ends`);
  }

  space(): void {
    while (' \t\r\n'.includes(this.#text[this.at] ?? 'x')) this.at += 1;
  }

  value(depth: number): JsonNode {
    this.space();
    if (depth > maxDepth) throw this.error(`nested deeper than ${maxDepth}`);
    const start = this.at;
    switch (this.#text[start]) {
      case '{':
        return { kind: 'object', members: this.#list('}', () => this.#member(depth)), start, end: this.at };
      case '[':
        return { kind: 'array', items: this.#list(']', () => this.value(depth + 1)), start, end: this.at };
      case '"':
        this.#string();
        return { kind: 'scalar', start, end: this.at };
      default:
        this.#word();
        return { kind: 'scalar', start, end: this.at };
    }
  }

  #list<T>(close: string, read: () => T): T[] {
    const items: T[] = [];
    this.at += 1;
    this.space();
    if (this.#take(close)) return items;
    do items.push(read());
    while (this.#next(close));
    return items;
  }

  #next(close: string): boolean {
    this.space();
    if (this.#take(close)) return false;
    if (!this.#take(',')) throw this.error(`expected "," or "${close}"`);
    return true;
  }

  #member(depth: number): JsonMember {
    this.space();
    const keyStart = this.at;
    if (this.#text[keyStart] !== '"') throw this.error('expected a name in double quotes');
    this.#string();
    const key = JSON.parse(this.#text.slice(keyStart, this.at)) as string;
    this.space();
    if (!this.#take(':')) throw this.error('expected ":"');
    return { key, keyStart, node: this.value(depth + 1) };
  }

  #take(character: string): boolean {
    if (this.#text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  #string(): void {
    this.at += 1;
    for (let c = this.#text.charCodeAt(this.at); c !== 0x22; c = this.#text.charCodeAt(this.at)) {
      if (Number.isNaN(c) || c < 0x20) throw this.error('expected the end of a text in double quotes');
      if (c === 0x5c) this.#match(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y, 'expected an escape that JSON knows');
      else this.at += 1;
    }
    this.at += 1;
  }

  #word(): void {
    this.#match(/true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y, 'expected a value');
  }

  #match(pattern: RegExp, otherwise: string): void {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.#text)) throw this.error(otherwise);
    this.at = pattern.lastIndex;
  }
}
