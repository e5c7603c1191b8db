import { existsSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A tool definition as it goes on the wire; nothing checks it here. */
export type Definition = Record<string, unknown>;

const text = { type: 'string', description: 'Any text.' };
const number = { type: 'number', description: 'Any number.' };
const nested = {
  type: 'object',
  properties: {
    customer: {
      type: 'object',
      description: 'Who orders.',
      properties: { name: text, phone: text, email: text },
      required: ['name', 'phone'],
    },
    items: {
      type: 'array',
      description: 'What is ordered.',
      minItems: 1,
      items: {
        type: 'object',
        properties: { product_id: text, quantity: { type: 'integer', minimum: 1 }, unit_price: { type: 'number', minimum: 0 } },
        required: ['product_id', 'quantity', 'unit_price'],
      },
    },
    coupon_code: text,
    gift: { type: 'boolean', description: 'Whether to wrap it.', default: false },
  },
  required: ['customer', 'items'],
};

const builtIn: readonly Definition[] = [
  { name: 'echo', description: 'Returns the text.', inputSchema: { type: 'object', properties: { text }, required: ['text'] } },
  {
    name: 'add',
    description: 'Adds two numbers.',
    inputSchema: { type: 'object', properties: { a: number, b: number }, required: ['a', 'b'] },
  },
  { name: 'nested', description: 'Returns its arguments as JSON.', inputSchema: nested },
  {
    name: 'slow',
    description: 'Waits, then says so. Ends at once when it is cancelled.',
    inputSchema: { type: 'object', properties: { ms: { type: 'integer', minimum: 0, description: 'How long, in ms.' } }, required: ['ms'] },
  },
];

/** The definitions to serve now: those in `file` (a JSON array) while it is there, else the four built-in ones. */
export function definitionsNow(file: string | undefined): Definition[] {
  if (file === undefined || !existsSync(file)) return [...builtIn];
  const definitions: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Array.isArray(definitions)) throw new Error('the file of definitions holds no JSON array');
  return definitions as Definition[];
}

/** Calls `onChange` whenever `file` is written, made or removed. Does not keep the process alive. */
export function watchDefinitions(file: string, onChange: () => void): void {
  const version = (): string => {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat ? `${stat.mtimeMs} ${stat.size}` : 'none';
  };
  let seen = version();
  const poll = () => {
    const now = version();
    if (now === seen) return;
    seen = now;
    onChange();
  };
  setInterval(poll, 50).unref();
}

/** Answers a call: `echo`, `add` and `slow` do what they say, any other tool returns its arguments as JSON. */
export async function callTool(name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<string> {
  switch (name) {
    case 'echo':
      return String(args.text);
    case 'add':
      return String(Number(args.a) + Number(args.b));
    case 'slow':
      await delay(Number(args.ms), undefined, { signal });
      return `waited ${String(args.ms)} ms`;
    default:
      return JSON.stringify(args);
  }
}
