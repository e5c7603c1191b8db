import { _electron, expect, type ElectronApplication, type Locator, type Page } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { root } from './paths.ts';

/** The app as a person meets it: a real window with both of its pages. */
export interface App {
  readonly electron: ElectronApplication;
  readonly chat: Page;
  readonly dir: string;
  readonly pid: number;
}
export interface LaunchOptions {
  readonly dir: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** Starts the app on a data folder. Model keys of the machine never reach it. */
export async function launch({ dir, environment = {}, args = [] }: LaunchOptions): Promise<App> {
  const { OPENAI_API_KEY: _key, OPENAI_BASE_URL: _url, OPENAI_MODEL: _model, ...clean } = process.env;
  const env = { ...(clean as Record<string, string>), ...ownScreen(), ...environment };
  const electron = await _electron.launch({
    cwd: root,
    args: ['.', `--user-data-dir=${dir}`, '--lang=en-US', ...args],
    env,
    chromiumSandbox: process.getuid?.() !== 0,
  });
  const chat = await electron.firstWindow();
  await expect(chat.getByRole('textbox', { name: 'Message' })).toBeVisible();
  return { electron, chat, dir, pid: electron.process().pid ?? 0 };
}

/** The screen of this worker, where a run has one for each. */
function ownScreen(): Record<string, string> {
  const screen = process.env.STEWARD_SCREENS?.split(' ')[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  return screen === undefined ? {} : { DISPLAY: screen };
}

/** What main asks in native dialogs from now on is answered with the button of this index, and kept for `askedNatively`. */
export async function answerNatively({ electron }: App, button: number): Promise<void> {
  await electron.evaluate(({ dialog }, response) => {
    const kept = globalThis as { shown?: string[] };
    kept.shown = [];
    dialog.showMessageBox = async (...args: unknown[]) => {
      const { message, detail = '' } = args.at(-1) as { message: string; detail?: string };
      kept.shown?.push([message, detail].filter(Boolean).join('\n'));
      return { response, checkboxChecked: false };
    };
  }, button);
}
/** The messages and details of the native dialogs since `answerNatively`. */
export const askedNatively = ({ electron }: App): Promise<string[]> =>
  electron.evaluate(() => (globalThis as { shown?: string[] }).shown ?? []);

/** Quits as a person does who wants to quit whatever runs, and waits until the process is gone. */
export async function quit(app: App): Promise<void> {
  await answerNatively(app, 1);
  const { electron } = app;
  await electron.close();
}

/** The decision page; waits until main has made it. */
export async function decisionPage({ electron }: App): Promise<Page> {
  await expect.poll(() => electron.windows().some((page) => page.url().endsWith('/decisions.html'))).toBe(true);
  return electron.windows().find((page) => page.url().endsWith('/decisions.html')) as Page;
}
export async function decision(app: App, name: string): Promise<Locator> {
  const group = (await decisionPage(app)).getByRole('group', { name, exact: true });
  await expect(group).toBeVisible();
  return group;
}
/** Answers a decision with the button of that name, once it takes answers. */
export async function decide(app: App, name: string, button: string): Promise<void> {
  const group = await decision(app, name);
  await group.getByRole('button', { name: button }).click();
  await expect(group).toBeHidden();
}

export async function send({ chat }: App, text: string): Promise<void> {
  await chat.getByRole('textbox', { name: 'Message' }).fill(text);
  await chat.getByRole('button', { name: 'Send' }).click();
}
export const log = ({ chat }: App): Locator => chat.getByRole('log', { name: 'Conversation' });
export const card = (app: App, name: string): Locator => log(app).getByRole('group', { name, exact: true });

/** Every process below one, from the process table. */
export function descendants(pid: number): number[] {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((n) => /^\d+$/.test(n))) {
    const stat = readStat(Number(name));
    if (stat) parents.set(stat.ppid, [...(parents.get(stat.ppid) ?? []), Number(name)]);
  }
  const below = (parent: number): number[] => (parents.get(parent) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}
/** The processes that run now and whose command line or environment names this folder: what an app left behind. */
export function mentioning(text: string): number[] {
  const { stdout } = spawnSync('pgrep', ['-f', '--', text], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map(Number)
    .filter((pid) => readStat(pid) !== undefined);
}
export const isAlive = (pid: number): boolean => {
  const stat = readStat(pid);
  return stat !== undefined && stat.state !== 'Z';
};
function readStat(pid: number): { readonly ppid: number; readonly state: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', ppid = '0'] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, ppid: Number(ppid) };
  } catch {
    return undefined; // it has ended
  }
}
