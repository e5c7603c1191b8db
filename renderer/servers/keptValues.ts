import { secretsOf } from '#shared/secrets/secretUse.ts';
import { isStdio, type ServerEntry } from '#shared/servers/config.ts';
import { isSecretName } from '#shared/trace/secretNames.ts';

/** A value that goes to the vault under this name. */
export interface KeptValue {
  readonly name: string;
  readonly value: string;
}
/** What is known of the vault while a form is filled in. */
export interface Keeping {
  /** The names of secrets that are there. */
  readonly names: readonly string[];
  /** Those that the entry as it stands already names, and no other server: a new value goes in their place. */
  readonly own: readonly string[];
  /** What looks like a secret by its name goes to the keychain unless the person says no; not where it would last until the end only. */
  readonly byDefault: boolean;
  /** Values that stand in mcp.json already: those stay there unless the person says so. */
  readonly before: Readonly<Record<string, string>>;
}
export const noKeeping: Keeping = { names: [], own: [], byDefault: false, before: {} };
type Pairs = readonly (readonly [name: string, value: string])[];
type Wish = Readonly<Record<string, boolean>>;

const pairsOf = (entry: ServerEntry): Pairs => Object.entries((isStdio(entry) ? entry.env : entry.headers) ?? {});
/** A reference leads elsewhere already, and nothing is no secret. */
const isPlainValue = (value: string): boolean => value.trim() !== '' && !value.includes('${');

/** The variables or headers whose values could go to the keychain, and whether they will. */
export function keepable(
  pairs: Pairs,
  wish: Wish,
  { byDefault, before }: Keeping,
): readonly { readonly name: string; readonly isKept: boolean }[] {
  return pairs
    .filter(([, value]) => isPlainValue(value))
    .map(([name, value]) => ({ name, isKept: wish[name] ?? (byDefault && isSecretName(name) && before[name] !== value) }));
}

/** Takes the values that shall be kept out of an entry and puts references in their place. `Bearer` and the like stay in the entry. */
export function keepValues(
  key: string,
  entry: ServerEntry,
  wish: Wish,
  keeping: Keeping,
): { readonly entry: ServerEntry; readonly secrets: readonly KeptValue[] } {
  const { names, own } = keeping;
  const kept = new Set(keepable(pairsOf(entry), wish, keeping).flatMap(({ name, isKept }) => (isKept ? [name] : [])));
  if (kept.size === 0) return { entry, secrets: [] };
  const secrets: KeptValue[] = [];
  const used = new Set([...names.filter((name) => !own.includes(name)), ...secretsOf(entry)]);
  const replaced = pairsOf(entry).map(([name, value]): readonly [string, string] => {
    if (!kept.has(name)) return [name, value];
    const [, scheme = '', bare = value] = /^((?:Bearer|Basic|Token)\s+)(\S.*)$/i.exec(value) ?? [];
    const secret = freeName(`${key}.${name}`, used);
    used.add(secret);
    secrets.push({ name: secret, value: bare });
    return [name, `${scheme}\${secret:${secret}}`];
  });
  const record = Object.fromEntries(replaced);
  return { entry: isStdio(entry) ? { ...entry, env: record } : { ...entry, headers: record }, secrets };
}

/** A name that a secret may have and none has yet. */
function freeName(wanted: string, used: ReadonlySet<string>): string {
  const base =
    wanted
      .replaceAll(/[^A-Za-z0-9_.-]+/g, '_')
      .replace(/^[^A-Za-z0-9_]+/, '')
      .slice(0, 90) || 'secret';
  if (!used.has(base)) return base;
  for (let n = 2; ; n++) if (!used.has(`${base}-${n}`)) return `${base}-${n}`;
}
