import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { programProblem } from './programFile.ts';

export type LaunchErrorCode = 'command-not-found' | 'not-executable' | 'bad-directory';

/** A process could not be started; nothing of it runs. The codes are among those of `ServerProblem`. */
export class LaunchError extends Error {
  readonly code: LaunchErrorCode;
  readonly detail: string;
  constructor(code: LaunchErrorCode, detail: string, options?: ErrorOptions) {
    super(`${code}: ${detail}`, options);
    this.name = 'LaunchError';
    this.code = code;
    this.detail = detail;
  }
}

interface Launched {
  readonly file: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What can be said before trying: a missing folder looks like a missing command afterwards. */
export function foreseeableProblem({ file, cwd }: Launched): LaunchError | undefined {
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return new LaunchError('bad-directory', `${cwd} is not a folder`);
  if (!isAbsolute(file)) return undefined;
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) return new LaunchError('not-executable', `${file}: it is not a file`);
  const problem = found && programProblem(file);
  return problem ? new LaunchError('not-executable', `${file}: ${problem}`) : undefined;
}

/** Why starting failed, from what the system said. The detail names the file, the error and the PATH searched. */
export function launchFailure(error: unknown, { file, env }: Launched): LaunchError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  if (code !== 'ENOENT') return new LaunchError('not-executable', `${file}: ${code}`, { cause: error });
  if (isAbsolute(file) && statSync(file, { throwIfNoEntry: false })) {
    return new LaunchError('not-executable', `${file}: ENOENT, the interpreter that its first line names is not there`, { cause: error });
  }
  return new LaunchError('command-not-found', `${file}: ENOENT; PATH searched: ${env['PATH'] ?? env['Path'] ?? '(none)'}`, {
    cause: error,
  });
}
