import { isStdio, type ServerEntry } from '#shared/servers/config.ts';
import { isSecretName } from '#shared/trace/secretNames.ts';
import { expandText, variablesIn, type Environment } from './expandText.ts';

/** Shorter values would be found in innocent text. */
const shortest = 6;

/** For the recorder of an entry's server: its own secrets, and those that the vault has given out. */
export const secretsFor =
  (environment: Environment, given: () => readonly string[]) =>
  (entry: ServerEntry | undefined): (() => readonly string[]) => {
    const own = entrySecrets(entry, environment);
    return () => [...own, ...given()];
  };

/** The values in an entry that look like secrets by their names: variables, headers, `--token X`, and parameters of the address. */
export function entrySecrets(entry: ServerEntry | undefined, environment: Environment): string[] {
  if (!entry) return [];
  const named: (readonly [string, string])[] = Object.entries((isStdio(entry) ? entry.env : entry.headers) ?? {});
  if (isStdio(entry)) named.push(...fromArguments(entry.args ?? []));
  else if (URL.canParse(entry.url)) named.push(...new URL(entry.url).searchParams, ['password', new URL(entry.url).password]);
  const values = named
    .filter(([name, value]) => [name, ...variablesIn(value)].some(isSecretName))
    .flatMap(([, value]) => expanded(value, environment))
    .flatMap((value) => [value, value.replace(/^(Bearer|Basic|Token)\s+/i, '')]);
  return [...new Set(values)].filter((value) => value.length >= shortest).sort((a, b) => b.length - a.length);
}

function fromArguments(args: readonly string[]): (readonly [string, string])[] {
  return args.flatMap((arg, at): (readonly [string, string])[] => {
    const [, name = '', value] = /^--?([\w-]+)(?:=(.*))?$/s.exec(arg) ?? [];
    return name === '' ? [] : [[name, value ?? args[at + 1] ?? '']];
  });
}

function expanded(value: string, environment: Environment): string[] {
  try {
    return [expandText(value, environment, '')];
  } catch {
    return [value]; // a variable that is not set: the server does not start with it
  }
}
