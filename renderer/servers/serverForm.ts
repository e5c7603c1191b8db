import { isStdio, type ServerEntry } from '#shared/servers/config.ts';
import { noKeeping, keepValues, type Keeping, type KeptValue } from './keptValues.ts';

/** What a person typed to add or change a server. */
export interface ServerForm {
  readonly kind: 'local' | 'remote';
  readonly name: string;
  readonly command: string;
  /** One argument per line; a line is one argument whole, spaces and all. */
  readonly args: string;
  /** `NAME=value`, one per line. */
  readonly env: string;
  readonly cwd: string;
  readonly url: string;
  /** How a server elsewhere is spoken to; `auto` writes nothing and lets the connection find out. */
  readonly transport: 'auto' | 'http' | 'sse';
  /** `Name: value`, one per line. */
  readonly headers: string;
  /** For variables and headers by name: whether the person wants the value in the keychain, where they have said so. */
  readonly keep: Readonly<Record<string, boolean>>;
}
export const emptyForm: ServerForm = {
  kind: 'local',
  name: '',
  command: '',
  args: '',
  env: '',
  cwd: '',
  url: '',
  transport: 'auto',
  headers: '',
  keep: {},
};

export type FormProblem =
  | 'servers.form.nameMissing'
  | 'servers.form.nameTaken'
  | 'servers.form.commandMissing'
  | 'servers.form.envBad'
  | 'serverPage.form.urlBad'
  | 'serverPage.form.headerBad';
/** What is wrong with each field; `line` is the line that could not be read. */
export type FormProblems = { readonly [F in keyof ServerForm]?: { readonly key: FormProblem; readonly line?: string } };
export type FormResult =
  /** `secrets` go to the vault before the entry, which names them, is saved. */
  | { readonly ok: true; readonly key: string; readonly entry: ServerEntry; readonly secrets: readonly KeptValue[] }
  | { readonly ok: false; readonly problems: FormProblems };

const lines = (text: string): readonly string[] => text.split(/\r?\n/).filter((line) => line !== '');
const variable = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/;
const header = /^\s*([!#$%&'*+.^_`|~A-Za-z0-9-]+)\s*:\s*(.*?)\s*$/;

/** Reads the form into an entry of mcp.json, or says what is wrong with which field. Nothing is guessed. */
export function readForm(form: ServerForm, taken: readonly string[], keeping: Keeping = noKeeping): FormResult {
  const key = form.name.trim();
  const name: FormProblems =
    key === '' ? { name: { key: 'servers.form.nameMissing' } } : taken.includes(key) ? { name: { key: 'servers.form.nameTaken' } } : {};
  const read = form.kind === 'local' ? readLocal(form) : readRemote(form);
  const problems = { ...name, ...('problems' in read ? read.problems : {}) };
  if ('problems' in read || Object.keys(problems).length > 0) return { ok: false, problems };
  return { ok: true, key, ...keepValues(key, read.entry, form.keep, keeping) };
}
type Read = { readonly entry: ServerEntry } | { readonly problems: FormProblems };

function readLocal(form: ServerForm): Read {
  const command = form.command.trim();
  const env = readPairs(form.env, variable);
  const problems: FormProblems = {
    ...(command === '' ? { command: { key: 'servers.form.commandMissing' } } : {}),
    ...(env.bad === undefined ? {} : { env: { key: 'servers.form.envBad', line: env.bad } }),
  };
  if (Object.keys(problems).length > 0) return { problems };
  const args = lines(form.args);
  const cwd = form.cwd.trim();
  return {
    entry: {
      command,
      ...(args.length > 0 ? { args: [...args] } : {}),
      ...(env.pairs.length > 0 ? { env: Object.fromEntries(env.pairs) } : {}),
      ...(cwd === '' ? {} : { cwd }),
    },
  };
}

function readRemote(form: ServerForm): Read {
  const url = form.url.trim();
  const headers = readPairs(form.headers, header);
  const isAddress = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  const problems: FormProblems = {
    ...(isAddress ? {} : { url: { key: 'serverPage.form.urlBad' } }),
    ...(headers.bad === undefined ? {} : { headers: { key: 'serverPage.form.headerBad', line: headers.bad } }),
  };
  if (Object.keys(problems).length > 0) return { problems };
  const type = form.transport === 'auto' ? {} : { type: form.transport };
  return { entry: { ...type, url, ...(headers.pairs.length > 0 ? { headers: Object.fromEntries(headers.pairs) } : {}) } };
}

function readPairs(
  text: string,
  form: RegExp,
): { readonly pairs: readonly (readonly [string, string])[]; readonly bad: string | undefined } {
  const given = lines(text).filter((line) => line.trim() !== '');
  const pairs = given.map((line): readonly [string, string] => {
    const [, name = '', value = ''] = form.exec(line) ?? [];
    return [name, value];
  });
  return { pairs, bad: given.find((line) => !form.test(line)) };
}

/** The variables or headers that can be read out of a form, whatever else is still wrong with it. */
export function pairsIn({ kind, env, headers }: ServerForm): readonly (readonly [string, string])[] {
  const read = kind === 'local' ? readPairs(env, variable) : readPairs(headers, header);
  return read.pairs.filter(([name]) => name !== '');
}

/** The form that gives this entry again; undefined when a form of lines can not hold it. */
export function formOf(key: string, entry: ServerEntry): ServerForm | undefined {
  const pairs = (record: Readonly<Record<string, string>> | undefined, sign: string): string =>
    Object.entries(record ?? {})
      .map(([name, value]) => `${name}${sign}${value}`)
      .join('\n');
  const form: ServerForm = isStdio(entry)
    ? {
        ...emptyForm,
        name: key,
        command: entry.command,
        args: (entry.args ?? []).join('\n'),
        env: pairs(entry.env, '='),
        cwd: entry.cwd ?? '',
      }
    : { ...emptyForm, kind: 'remote', name: key, url: entry.url, transport: entry.type ?? 'auto', headers: pairs(entry.headers, ': ') };
  const again = readForm(form, []);
  return again.ok && sameMembers(again.entry, entry) ? form : undefined;
}
/** Empty lists and records count as absent. */
function sameMembers(a: object, b: object): boolean {
  const known = ['command', 'args', 'env', 'cwd', 'url', 'headers'];
  const text = (object: object): string =>
    JSON.stringify(
      known
        .map((name) => (object as Record<string, unknown>)[name] ?? null)
        .map((v) => (typeof v === 'object' && v && Object.keys(v).length === 0 ? null : v)),
    );
  return text(a) === text(b);
}
