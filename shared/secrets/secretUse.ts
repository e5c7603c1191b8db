import { isStdio, type ServerEntry } from '../servers/config.ts';
import { canNameSecret } from './secrets.ts';

const reference = /\$\{secret:([^}]*)\}/g;

/** The names of the secrets that an entry refers to as `${secret:NAME}`, wherever references are expanded, each once. */
export function secretsOf(entry: ServerEntry): string[] {
  const texts = isStdio(entry)
    ? [...(entry.args ?? []), ...Object.values(entry.env ?? {}), entry.cwd ?? '']
    : [entry.url, ...Object.values(entry.headers ?? {})];
  return [...new Set(texts.flatMap((text) => [...text.matchAll(reference)].map((match) => match[1] ?? '')))];
}

/** One secret as a person sees it: whether it is kept, and the servers whose entries name it. */
export interface SecretUse {
  readonly name: string;
  readonly isKept: boolean;
  readonly servers: readonly string[];
}
interface NamedEntry {
  readonly key: string;
  readonly entry?: ServerEntry | undefined;
}

/** Every secret that is kept or that an entry names, by name. What can be no secret's name is left out: no page could set it. */
export function secretUses(kept: readonly string[], servers: readonly NamedEntry[]): SecretUse[] {
  const uses = new Map<string, string[]>(kept.map((name) => [name, []]));
  for (const { key, entry } of servers)
    for (const name of entry ? secretsOf(entry) : []) if (canNameSecret(name)) uses.set(name, [...(uses.get(name) ?? []), key]);
  return [...uses].map(([name, used]) => ({ name, isKept: kept.includes(name), servers: used })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
