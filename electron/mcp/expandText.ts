/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How a secret is told from a variable of the environment: `${secret:NAME}`. */
export const secretPrefix = 'secret:';

/** A text refers to a variable that is not set and has no default. */
export class UnsetVariableError extends Error {
  readonly variable: string;
  constructor(variable: string) {
    super(`the variable ${variable} is not set`);
    this.name = 'UnsetVariableError';
    this.variable = variable;
  }
}

const reference = /\$\{(?:([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?|(secret:[^}]*))\}/g;

/** The names of the variables that a text refers to as `${NAME}`, `${NAME:-default}` or `${secret:NAME}`, each once. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(reference)].map((match) => match[1] ?? match[3] ?? ''))];
}

/**
 * Puts in the variables and secrets (those under `secret:NAME` in `environment`), and `home` for a leading `~`; what was put in is not looked at again, anything else stays as it is.
 * As in a shell, a default stands in for an empty variable too. Throws `UnsetVariableError`.
 */
export function expandText(text: string, environment: Environment, home: string): string {
  const tilde = /^~(?=$|[/\\])/.test(text);
  const expanded = text
    .slice(tilde ? 1 : 0)
    .replace(reference, (_all, name: string | undefined, otherwise: string | undefined, secret: string | undefined) => {
      const key = name ?? secret ?? '';
      const value = Object.hasOwn(environment, key) ? environment[key] : undefined;
      if (value !== undefined && (value !== '' || otherwise === undefined)) return value;
      if (otherwise !== undefined) return otherwise;
      throw new UnsetVariableError(key);
    });
  return tilde ? home + expanded : expanded;
}
