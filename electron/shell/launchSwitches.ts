/** Why a switch is refused. The words are for a terminal, which is where such a switch comes from. */
const debugging = 'it would let another program read and steer the app';
const openPages = 'it would take down a wall around the pages';
const foreignCode = 'it would load foreign code into the app';
const exposeTraffic = 'it would write down or expose what the app sends';

/** The switches of Chromium, Electron and Node that open the app; a name that ends in * stands for all that begin so. */
const refused: Readonly<Record<string, string>> = {
  'remote-debugging*': debugging,
  'remote-allow-origins': debugging,
  'inspect*': debugging,
  'debug*': debugging,
  'enable-automation': debugging,
  'load-extension': foreignCode,
  'disable-extensions-except': foreignCode,
  'js-flags': foreignCode,
  'browser-subprocess-path': foreignCode,
  'gpu-launcher': foreignCode,
  'renderer-cmd-prefix': foreignCode,
  'utility-cmd-prefix': foreignCode,
  'ppapi-plugin-launcher': foreignCode,
  'register-pepper-plugins': foreignCode,
  'disable-web-security': openPages,
  'disable-site-isolation*': openPages,
  'allow-file-access-from-files': openPages,
  'allow-running-insecure-content': openPages,
  'unsafely-treat-insecure-origin-as-secure': openPages,
  'enable-blink-features': openPages,
  'single-process': openPages,
  'ignore-certificate-errors*': exposeTraffic,
  'host-resolver-rules': exposeTraffic,
  'log-net-log': exposeTraffic,
  'ssl-key-log-file': exposeTraffic,
};
/** What the build for tests takes, and no other packaged build. */
const forTests: ReadonlySet<string> = new Set(['remote-debugging-port', 'remote-debugging-pipe']);

/** The exit code of a start that was refused: a mistake in the command line (EX_USAGE of sysexits.h). */
export const refusedExitCode = 64;

export interface Build {
  /** Baked into the package's metadata: the build that tests drive, never published. */
  readonly testBuild: boolean;
  /** There `/name` is a switch too. */
  readonly windows: boolean;
}

/**
 * Why a packaged build doesn't start with these arguments, as a line for stderr; undefined where it may (security.md S9).
 * Switches are read as Chromium and Node do together: one dash or two, blanks around, `_` for `-`, any case, with a value or without.
 */
export function refusal(args: readonly string[], build: Build): string | undefined {
  for (const arg of args) {
    const name = switchName(arg, build.windows);
    const reason = name === undefined || (build.testBuild && forTests.has(name)) ? undefined : reasonAgainst(name);
    if (reason !== undefined) return `Steward does not start with --${name}: ${reason}.`;
  }
  return undefined;
}

function switchName(arg: string, windows: boolean): string | undefined {
  const match = (windows ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/).exec(arg.trim());
  return match?.[1]?.trim().toLowerCase().replaceAll('_', '-');
}

function reasonAgainst(name: string): string | undefined {
  const entry = Object.entries(refused).find(([known]) => (known.endsWith('*') ? name.startsWith(known.slice(0, -1)) : name === known));
  return entry?.[1];
}
