import type { Environment } from './mcp/expandText.ts';
import { loginShellPath } from './mcp/loginShell.ts';

export { openHost } from './host.ts';
export { localEndpoints } from './models/localModels.ts';

/** The environment for launches: as it is where the app was started from a terminal, else with the login shell's PATH, asked for once. */
export function loginEnvironment(environment: Environment, fromTerminal: boolean): () => Promise<Environment> {
  let asked: Promise<Environment> | undefined;
  return () =>
    (asked ??= fromTerminal ? Promise.resolve(environment) : loginShellPath(environment).then((PATH) => ({ ...environment, PATH })));
}
