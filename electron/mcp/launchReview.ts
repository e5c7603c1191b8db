import { launchDangers, type DecisionOf } from '#shared/decision/decision.ts';
import { isStdio, type ServerEntry } from '#shared/servers/config.ts';
import { isLoopback } from '#shared/net/loopback.ts';
import { variablesIn } from './expandText.ts';

type Review = DecisionOf<'server-trust'>;
type Danger = (typeof launchDangers)[number];
/** What a review of a launch shows, but for what only the asking knows. */
export type LaunchReview = Omit<Review, 'id' | 'askedAt' | 'armed' | 'changed'>;

/** The whole launch as written, nothing expanded, shortened or left out. For a remote server `command` is its URL and `env` its headers. */
export function describeLaunch(serverKey: string, entry: ServerEntry): LaunchReview {
  const [command, args] = isStdio(entry) ? [entry.command, entry.args ?? []] : [entry.url, []];
  const variables = (isStdio(entry) ? entry.env : entry.headers) ?? {};
  return {
    kind: 'server-trust',
    serverKey,
    place: isStdio(entry)
      ? { kind: 'this-computer', commandLine: [command, ...args].map(quoted).join(' ') }
      : { kind: 'remote', host: hostOf(entry.url) },
    command,
    args: [...args],
    env: Object.entries(variables).map(([name, value]) => {
      const uses = variablesIn(value);
      return { name, value, uses, secretLooking: [name, ...uses].some(looksSecret) };
    }),
    ...(isStdio(entry) && entry.cwd !== undefined ? { cwd: entry.cwd } : {}),
    dangers: isStdio(entry) ? dangersOf([command, ...args], Object.keys(variables), entry.cwd) : isPlainHttp(command) ? ['plain-http'] : [],
  };
}

/** One word of a command line so that it can't pass for two, and nothing in it hides: other than plain characters come as JSON text. */
const quoted = (word: string): string => (/^[\w@%+=:,./\\~$-]+$/.test(word) ? word : JSON.stringify(word));

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** Whether what is sent there can be read on its way: not within this computer, and not over TLS. */
function isPlainHttp(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !isLoopback(hostname);
}

/** Names that are usually given to secrets. */
function looksSecret(name: string): boolean {
  return /key|token|secret|passw|passphrase|pwd|credential|auth|cookie|session|private|cert|(^|[_-])pat($|[_-])/i.test(name);
}

const shells = /^(sh|bash|dash|zsh|ksh|fish|csh|tcsh|ash|cmd)$/;
const installers = /^(npx|pnpx|bunx|uvx|pipx)$/;
/** Programs that fetch and run what is named after one of these words. */
const fetchers: Readonly<Record<string, readonly string[]>> = {
  npm: ['exec', 'x', 'install', 'i'],
  pnpm: ['dlx'],
  yarn: ['dlx'],
  bun: ['x'],
  uv: ['run', 'tool', 'x'],
  docker: ['run'],
  podman: ['run'],
  nerdctl: ['run'],
  pip: ['install'],
  pip3: ['install'],
  go: ['run', 'install'],
};
const deletes = /(?:^|[\s;&|(`"'/\\])(?:rm|rmdir|rd|del|erase|shred|unlink|remove-item|mkfs[.\w]*)(?:\.exe)?\s|\s-delete\b/i;
const wholeHome =
  /(?:^|[=:,])(?:~|\$HOME|\$\{HOME(?::-[^}]*)?\}|%USERPROFILE%|\$\{USERPROFILE\}|\/(?:home|Users)\/[^/:,]+|\/root|\/|[A-Za-z]:[\\/])[\\/]?(?=$|[:,])/;
const loaders =
  /^(NODE_OPTIONS|ELECTRON_RUN_AS_NODE|LD_PRELOAD|LD_AUDIT|LD_LIBRARY_PATH|DYLD_\w+|PYTHONSTARTUP|PYTHONHOME|BASH_ENV|ENV|PERL5OPT|RUBYOPT|_?JAVA_(TOOL_)?OPTIONS)(=|$)/i;

/** Hints for the reviewing person, by what the words look like; no decision rests on them. In the order of `launchDangers`. */
function dangersOf(words: readonly string[], variables: readonly string[], cwd: string | undefined): Danger[] {
  const names = words.map(programName);
  const line = `${words.join(' ')} `;
  const is: Readonly<Record<Danger, boolean>> = {
    shell: names.some(
      (name, i) =>
        /^(powershell|pwsh)$/.test(name) || (shells.test(name) && words.slice(i + 1).some((word) => /^(-\w*c|\/[ck])$/i.test(word))),
    ),
    sudo: names.some((name) => /^(sudo|doas|pkexec|su|runas|gsudo)$/.test(name)),
    deletes: deletes.test(line),
    'network-install':
      names.some((name, i) => installers.test(name) || fetches(name, words.slice(i + 1, i + 8))) || /\b(curl|wget|iwr|irm)\s/i.test(line),
    'home-access': [...words.slice(1), cwd ?? ''].some((word) => wholeHome.test(word)),
    'node-options': [...variables, ...words].some((word) => loaders.test(word)),
    'plain-http': false,
  };
  return launchDangers.filter((danger) => is[danger]);
}

const fetches = (name: string, next: readonly string[]): boolean =>
  Object.hasOwn(fetchers, name) && next.some((word) => fetchers[name]?.includes(word));

function programName(word: string): string {
  return (word.split(/[\\/]/).at(-1) ?? word).toLowerCase().replace(/\.(exe|cmd|bat|com)$/, '');
}
