export interface Display {
  readonly env: NodeJS.ProcessEnv;
  readonly close: () => void;
}
/** A screen to open windows on: the one that `env` names, else a virtual one of our own. Close it only after the app has gone. */
export function openDisplay(env?: NodeJS.ProcessEnv, pixels?: string): Promise<Display>;
/** Runs a child in the foreground: hands signals on to it, ends as it ends, and ends it when the parent is gone. The exit code. */
export function follow(child: import('node:child_process').ChildProcess, after?: () => void): Promise<number>;
