import * as z from 'zod';
import { HttpEntry, ServerEntry, StdioEntry } from './config.ts';
import { withoutComments } from './jsonComments.ts';

export const importProblemCodes = ['input', 'folder', 'left-out'] as const;
/** What of an entry does not work here as it stands: a place for a value that another app asks for, its folder, or members it alone knows. */
export const ImportProblem = z.object({ code: z.enum(importProblemCodes), detail: z.string() });
export type ImportProblem = z.infer<typeof ImportProblem>;
/** One server found in another app's configuration. `group` says where in it; empty for the usual place. */
export const FoundEntry = z.object({ key: z.string(), entry: ServerEntry, group: z.string(), problems: z.array(ImportProblem) });
export type FoundEntry = z.infer<typeof FoundEntry>;
export const FoundConfig = z.object({
  entries: z.array(FoundEntry),
  /** Entries that could not be read, and why. */
  unread: z.array(z.object({ key: z.string(), detail: z.string() })),
});
export type FoundConfig = z.infer<typeof FoundConfig>;

/** The text is no JSON, or holds nothing that looks like a server. */
export class ImportError extends Error {
  readonly code: 'not-json' | 'no-servers';
  constructor(code: ImportError['code'], detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'ImportError';
    this.code = code;
  }
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const isEntry = (value: unknown): value is Json =>
  isObject(value) && ['command', 'url', 'serverUrl'].some((name) => typeof value[name] === 'string');

/**
 * Reads the configuration of another app: Claude Desktop, Cursor and Windsurf (`mcpServers`), VS Code (`servers`, comments allowed, also below
 * `mcp` in its settings), Claude Code (with the servers of its projects), a bare map of servers, or one server alone. Throws `ImportError`.
 */
export function readServerConfigs(text: string): FoundConfig {
  const root = parse(text);
  const found: FoundConfig = { entries: [], unread: [] };
  for (const [group, servers] of groupsOf(root)) {
    for (const [key, value] of Object.entries(servers)) {
      const read = readEntry(value);
      if (typeof read === 'string') found.unread.push({ key, detail: read });
      else found.entries.push({ key: key.trim(), group, ...read });
    }
  }
  if (found.entries.length === 0 && found.unread.length === 0) throw new ImportError('no-servers', 'there is no server in it');
  return found;
}

function parse(text: string): unknown {
  const plain = withoutComments(text.replace(/^\uFEFF/, '')).trim();
  try {
    return JSON.parse(plain);
  } catch (cause) {
    // What people copy often begins inside the outer braces.
    if (/^"[^"]+"\s*:/.test(plain)) {
      try {
        return JSON.parse(`{${plain.replace(/,\s*$/, '')}}`);
      } catch {
        return fail(cause);
      }
    }
    return fail(cause);
  }
}
function fail(cause: unknown): never {
  throw new ImportError('not-json', cause instanceof Error ? cause.message.slice(0, 200) : String(cause), { cause });
}

function* groupsOf(root: unknown): Generator<readonly [string, Json]> {
  if (!isObject(root)) return;
  if (isEntry(root)) {
    yield ['', { [nameFor(root)]: root }];
    return;
  }
  const places: readonly unknown[] = [
    root['mcpServers'],
    root['servers'],
    isObject(root['mcp']) ? root['mcp']['servers'] : undefined,
    root['mcp.servers'],
  ];
  const known = places.filter(isObject);
  for (const servers of known) yield ['', servers];
  const projects = isObject(root['projects']) ? root['projects'] : {};
  for (const [folder, project] of Object.entries(projects)) {
    if (isObject(project) && isObject(project['mcpServers'])) yield [folder, project['mcpServers']];
  }
  if (known.length === 0 && Object.keys(projects).length === 0 && Object.values(root).some(isEntry)) {
    yield ['', Object.fromEntries(Object.entries(root).filter(([, value]) => isEntry(value)))];
  }
}

/** A name for a server that came without one: its package, its host, or its program. */
function nameFor(entry: Json): string {
  const url = entry['url'] ?? entry['serverUrl'];
  if (typeof url === 'string') return /^[a-z]+:\/\/([^/:?#]+)/i.exec(url)?.[1] ?? 'server';
  const args = Array.isArray(entry['args']) ? entry['args'].filter((arg) => typeof arg === 'string') : [];
  const named = args.find((arg) => !arg.startsWith('-')) ?? String(entry['command']);
  const last = named.split(/[\\/]/).at(-1) ?? named;
  return last.replace(/(.)@[\w.-]+$/, '$1').replace(/\.(m?js|cjs|ts|py|exe)$/i, '') || 'server';
}

const taken = ['command', 'args', 'env', 'cwd', 'type', 'url', 'serverUrl', 'headers', 'disabled', 'transport', 'name', 'description'];

function readEntry(value: unknown): Pick<FoundEntry, 'entry' | 'problems'> | string {
  if (!isObject(value)) return 'it is no JSON object';
  const rest = Object.keys(value).filter((name) => !taken.includes(name));
  const candidate = fromForeign(toEntry(value)) as Json;
  const read = ('command' in candidate ? StdioEntry : HttpEntry).safeParse(candidate);
  if (!read.success)
    return read.error.issues
      .map((issue) => `${issue.path.join('.') || 'entry'}: ${issue.message}`)
      .join('; ')
      .slice(0, 300);
  const problems = [
    ...placesOf(JSON.stringify(candidate)),
    ...(rest.length > 0 ? [{ code: 'left-out' as const, detail: rest.join(', ') }] : []),
  ];
  // With a place nobody fills it can't work; it waits, switched off, until it has been edited.
  const waits = problems.some((problem) => problem.code !== 'left-out') || value['disabled'] === true;
  return { entry: { ...read.data, ...(waits ? { disabled: true } : {}) }, problems };
}

function toEntry(value: Json): Json {
  const pick = (...names: readonly string[]): Json =>
    Object.fromEntries(names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]])));
  if (typeof value['command'] === 'string') {
    const env = isObject(value['env'])
      ? { env: Object.fromEntries(Object.entries(value['env']).map(([name, v]) => [name, isPlain(v) ? String(v) : v])) }
      : {};
    return { ...pick('command', 'args', 'cwd'), ...env };
  }
  const type = value['type'] ?? value['transport'];
  const kind = type === 'sse' ? { type: 'sse' } : type === undefined ? {} : { type: 'http' };
  return { ...kind, url: value['url'] ?? value['serverUrl'], ...pick('headers') };
}
const isPlain = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean';

/** Other apps write `${env:NAME}`, and have names for the home folder. */
function fromForeign(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\$\{env:([A-Za-z_]\w*)\}/g, '${$1}').replaceAll(/\$\{userHome\}/g, '${HOME}');
  if (Array.isArray(value)) return value.map(fromForeign);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fromForeign(inner)])) : value;
}

function placesOf(text: string): ImportProblem[] {
  const inputs = [...new Set([...text.matchAll(/\$\{input:([^}"]*)\}/g)].map((match) => match[1] ?? ''))];
  const folders = [...new Set([...text.matchAll(/\$\{((?:workspace|file|relativeFile)[^}"]*)\}/g)].map((match) => match[1] ?? ''))];
  return [
    ...inputs.map((detail) => ({ code: 'input' as const, detail })),
    ...folders.map((detail) => ({ code: 'folder' as const, detail })),
  ];
}

/** A name that nobody has yet: the same, or with the next number. */
export function freeKey(key: string, others: ReadonlySet<string>): string {
  const base = key.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').slice(0, 90) || 'server';
  if (base !== '__proto__' && !others.has(base)) return base;
  for (let n = 2; ; n++) if (!others.has(`${base}-${n}`)) return `${base}-${n}`;
}
