import type { StdioEntry } from '#shared/servers/config.ts';

/** What a person typed to add a server. */
export interface ServerForm {
  readonly name: string;
  readonly command: string;
  /** One argument per line; a line is one argument whole, spaces and all. */
  readonly args: string;
  /** `NAME=value`, one per line. */
  readonly env: string;
}
export const emptyForm: ServerForm = { name: '', command: '', args: '', env: '' };

export type FormProblem = 'servers.form.nameMissing' | 'servers.form.nameTaken' | 'servers.form.commandMissing' | 'servers.form.envBad';
/** What is wrong with each field; `line` is the line that could not be read. */
export type FormProblems = { readonly [F in keyof ServerForm]?: { readonly key: FormProblem; readonly line?: string } };
export type FormResult =
  | { readonly ok: true; readonly key: string; readonly entry: StdioEntry }
  | { readonly ok: false; readonly problems: FormProblems };

const lines = (text: string): readonly string[] => text.split(/\r?\n/).filter((line) => line !== '');
const variable = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/;

/** Reads the form into an entry of mcp.json, or says what is wrong with which field. Nothing is guessed. */
export function readForm(form: ServerForm, taken: readonly string[]): FormResult {
  const key = form.name.trim();
  const command = form.command.trim();
  const env = lines(form.env).filter((line) => line.trim() !== '');
  const bad = env.find((line) => !variable.test(line));
  const problems: FormProblems = {
    ...(key === ''
      ? { name: { key: 'servers.form.nameMissing' } }
      : taken.includes(key)
        ? { name: { key: 'servers.form.nameTaken' } }
        : {}),
    ...(command === '' ? { command: { key: 'servers.form.commandMissing' } } : {}),
    ...(bad === undefined ? {} : { env: { key: 'servers.form.envBad', line: bad } }),
  };
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  const args = lines(form.args);
  const pairs = env.map((line): [string, string] => {
    const [, name = '', value = ''] = variable.exec(line) ?? [];
    return [name, value];
  });
  return {
    ok: true,
    key,
    entry: { command, ...(args.length > 0 ? { args: [...args] } : {}), ...(pairs.length > 0 ? { env: Object.fromEntries(pairs) } : {}) },
  };
}
