import type { Settings } from '#shared/settings/settings.ts';
import type { ServerView } from '#shared/servers/status.ts';
import { redactText } from '../trace/redact.ts';

export interface DiagnosticsParts {
  /** The application and what it runs on, in the order in which it is told. */
  readonly versions: Readonly<Record<string, string>>;
  readonly settings: Settings;
  readonly servers: readonly ServerView[];
  readonly counts: Readonly<Record<string, number>>;
  readonly notices: readonly string[];
  readonly log: readonly string[];
  readonly home: string;
  /** Values that must not stand in it, wherever they came from. */
  readonly secrets: readonly string[];
}
const logLines = 60;
const longestDetail = 400;

/** Everything about this installation that helps to find a fault, as text: no keys, no messages, no arguments, no results (S45). */
export function describeInstallation(parts: DiagnosticsParts): string {
  const { versions, settings, servers, counts, notices, log } = parts;
  const lines = [
    'Steward diagnostics',
    '',
    ...Object.entries(versions).map(([name, value]) => `${name}: ${value}`),
    '',
    'Settings',
    ...settingLines(settings),
    '',
    `Servers (${servers.length})`,
    ...servers.flatMap(serverLines),
    '',
    'Counts',
    ...Object.entries(counts).map(([name, value]) => `  ${name}: ${value}`),
    '',
    `Notices: ${notices.length === 0 ? 'none' : notices.join(', ')}`,
    '',
    'Log, latest lines',
    ...log.slice(-logLines).map((line) => `  ${line}`),
  ];
  return `${lines.map((line) => clean(line, parts)).join('\n')}\n`;
}

const clean = (line: string, { secrets, home }: DiagnosticsParts): string => {
  const text = redactText(line, secrets);
  return home.length > 1 ? text.replaceAll(home, '~') : text;
};

/** A proxy's address and a path are a person's own: only whether there is one is told. */
function settingLines({ proxyUrl, extraCaFile, ...plain }: Settings): string[] {
  const told = { ...plain, proxyUrl: proxyUrl === '' ? 'none' : 'set', extraCaFile: extraCaFile === '' ? 'none' : 'set' };
  return Object.entries(told).map(([name, value]) => `  ${name}: ${String(value)}`);
}

function serverLines({ key, bundled, place, state, tools }: ServerView): string[] {
  const era = state.status === 'ready' ? ` ${state.era} ${state.version}, ready in ${Math.round(state.readyMs)} ms` : '';
  const usable = tools.filter((tool) => tool.accepted && tool.enabled && tool.unusable === undefined).length;
  const head = `  ${key}: ${bundled ? 'bundled' : place.kind}, ${state.status}${era}, ${usable} of ${tools.length} tools usable`;
  if (!('problem' in state)) return [head];
  // A detail may quote what a server wrote; only its first line is told, and shortened.
  const detail = state.problem.detail.split('\n', 1)[0] ?? '';
  return [head, `    ${state.problem.code}: ${detail.slice(0, longestDetail)}`];
}
