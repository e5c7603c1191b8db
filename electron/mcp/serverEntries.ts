import { isDeepStrictEqual } from 'node:util';
import { HttpEntry, StdioEntry, type ServerEntry } from '#shared/servers/config.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import { removeMember, setMember } from './jsonEdit.ts';
import { parseJson, repeatedName, valueOf, type JsonMember, type JsonNode } from './jsonText.ts';

/** Something in mcp.json that can't be used. The detail holds names and places, never values. */
export type ConfigProblem =
  | { readonly kind: 'file'; readonly detail: string }
  | { readonly kind: 'entry'; readonly key: string; readonly detail: string };
export interface Config {
  /** In the order of the file. */
  readonly entries: ReadonlyMap<string, ServerEntry>;
  readonly problems: readonly ConfigProblem[];
}

const servers = 'mcpServers';
const entryMembers = ['type', 'command', 'args', 'env', 'cwd', 'url', 'headers', 'disabled'] as const;
/** Controls, line ends, halves of characters, and what turns the direction of text: a name is shown in Steward's own words. */
const unfitForName = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Why a text can't be the name of a server, or undefined. */
export function nameProblem(key: string): string | undefined {
  if (key === '' || key === '__proto__') return 'this can’t be the name of a server';
  if (key.length > 100) return 'the name is longer than 100 characters';
  return unfitForName.test(key) ? 'the name contains control characters' : undefined;
}

/** Reads the text of mcp.json. A bad entry is a problem of its own; throws when the whole can't be understood. */
export function readConfig(text: string): Config {
  const members = serverMembers(text);
  const entries = new Map<string, ServerEntry>();
  const problems = new Map<string, ConfigProblem>();
  for (const { key, node } of members) {
    const read =
      members.filter((one) => one.key === key).length > 1 ? 'the name stands in the file more than once' : readEntry(text, key, node);
    if (typeof read === 'string') problems.set(key, { kind: 'entry', key, detail: read });
    else entries.set(key, read);
  }
  return { entries, problems: [...problems.values()] };
}

/** The text with the entry put in: members it does not name are taken out when they are ours and kept when they are not. */
export function withEntry(text: string, key: string, entry: ServerEntry): string {
  const node = memberOf(text, key)?.node;
  const given = Object.entries(JSON.parse(JSON.stringify(entry)) as Record<string, unknown>);
  if (node?.kind !== 'object') return setMember(text, [servers, key], Object.fromEntries(given));
  const present = new Map(node.members.map((member) => [member.key, valueOf(text, member.node)]));
  const names = new Set(given.map(([name]) => name));
  let result = text;
  for (const name of entryMembers) if (present.has(name) && !names.has(name)) result = removeMember(result, [servers, key, name]);
  for (const [name, value] of given)
    if (!isDeepStrictEqual(present.get(name), value)) result = setMember(result, [servers, key, name], value);
  return result;
}

/** The text without the entry. Throws `FailureError` not-found. */
export function withoutEntry(text: string, key: string): string {
  if (!memberOf(text, key)) throw new FailureError('not-found', `mcp.json has no server ${key}`);
  return removeMember(text, [servers, key]);
}

/** The text with the entry switched off or on. Throws `FailureError` not-found. */
export function withDisabled(text: string, key: string, disabled: boolean): string {
  const node = memberOf(text, key)?.node;
  if (node?.kind !== 'object') throw new FailureError('not-found', `mcp.json has no server ${key}`);
  const present = node.members.some((member) => member.key === 'disabled');
  return disabled || present ? setMember(text, [servers, key, 'disabled'], disabled) : text;
}

function serverMembers(text: string): readonly JsonMember[] {
  if (text.trim() === '') throw new SyntaxError('the file is empty');
  const root = parseJson(text);
  if (root.kind !== 'object') throw new SyntaxError('the file holds no JSON object');
  const found = root.members.filter((member) => member.key === servers);
  if (found.length > 1) throw new SyntaxError(`"${servers}" stands in the file more than once`);
  const node = found[0]?.node;
  if (node === undefined) return [];
  if (node.kind !== 'object') throw new SyntaxError(`"${servers}" is no JSON object`);
  return node.members;
}

function memberOf(text: string, key: string): JsonMember | undefined {
  const found = serverMembers(text).filter((member) => member.key === key);
  if (found.length > 1) throw new FailureError('config-broken', `the server ${key} stands in mcp.json more than once`);
  return found[0];
}

function readEntry(text: string, key: string, node: JsonNode): ServerEntry | string {
  const unfit = nameProblem(key);
  if (unfit !== undefined) return unfit;
  if (node.kind !== 'object') return 'the entry is no JSON object';
  const repeated = repeatedName(node);
  if (repeated !== undefined) return `"${repeated}" stands in the entry more than once`;
  const names = node.members.map((member) => member.key);
  const schema = names.includes('command') ? StdioEntry : names.includes('url') ? HttpEntry : undefined;
  if (!schema) return 'the entry has neither "command" nor "url"';
  const read = schema.safeParse(valueOf(text, node));
  return read.success ? read.data : read.error.issues.map((issue) => `${issue.path.join('.') || 'entry'}: ${issue.message}`).join('; ');
}
