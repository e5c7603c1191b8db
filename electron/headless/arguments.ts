import type { JsonObject } from './json.ts';

/** What the command line of the headless host says. */
export interface HeadlessArguments {
  /** The server's entry of mcp.json. */
  readonly entry: JsonObject;
  readonly userData: string | undefined;
  readonly planFile: string | undefined;
}
const switches = { userData: '--user-data-dir=', planFile: '--plan=' } as const;

/** Reads `[--user-data-dir=DIR] [--plan=FILE] (URL | -- COMMAND ARGS…)`; undefined for anything else. */
export function readArguments(args: readonly string[]): HeadlessArguments | undefined {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  const [command, ...rest] = end < 0 ? [] : args.slice(end + 1);
  const urls = own.filter((arg) => !arg.startsWith('--'));
  const known = Object.values(switches);
  if (own.some((arg) => arg.startsWith('--') && !known.some((name) => arg.startsWith(name)))) return undefined;
  const valueOf = (name: string): string | undefined => own.find((arg) => arg.startsWith(name))?.slice(name.length);
  const entry = entryOf(urls, command, rest);
  return entry && { entry, userData: valueOf(switches.userData), planFile: valueOf(switches.planFile) };
}

/** Either an address or a command, never both. */
function entryOf(urls: readonly string[], command: string | undefined, args: readonly string[]): JsonObject | undefined {
  const [url] = urls;
  if (command !== undefined) return urls.length === 0 ? { command, args } : undefined;
  return url !== undefined && urls.length === 1 && URL.canParse(url) ? { type: 'http', url } : undefined;
}
