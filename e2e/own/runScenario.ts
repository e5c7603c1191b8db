import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startModelServer } from '../modelServer.ts';
import { type HttpServer, serveOverHttp } from './overHttp.ts';
import type { AddCheck, Check, Scenario, Way } from './scenario.ts';
import { type Line, Seen } from './seen.ts';
import type { Entry, Era } from './script.ts';

/** What one scenario came to in one era, by one way. */
export interface Outcome {
  readonly scenario: string;
  readonly title: string;
  readonly era: Era;
  readonly way: Way;
  readonly checks: readonly Check[];
}
/** The built files: the headless host, and the program that serves a scenario over stdio. */
export interface Programs {
  readonly headless: string;
  readonly own: string;
}
/** Longer than any run may take; the host is ended then. */
const longestMs = 90_000;

/** Runs the built host once against the scenario's server and looks at what came over the wire. */
export async function runScenario(scenario: Scenario, era: Era, way: Way, programs: Programs): Promise<Outcome> {
  const place = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'steward-own-')));
  const record = path.join(place, 'record');
  const http = way === 'http' ? await serveOverHttp(era, () => scenario.script({ era, way })) : undefined;
  const model = scenario.model ? await startModelServer() : undefined;
  if (scenario.model) model?.script(scenario.model);
  try {
    const planFile = path.join(place, 'plan.json');
    writeFileSync(planFile, JSON.stringify(scenario.plan({ era, way, folder: place, url: http?.url ?? '' })));
    const server = http ? [http.url] : ['--', process.execPath, programs.own, 'serve', scenario.id, era, record];
    const environment = {
      OPENAI_API_KEY: model ? 'none' : undefined,
      OPENAI_BASE_URL: model?.url,
      OPENAI_MODEL: model ? 'scripted' : undefined,
    };
    const ran = await runHost([programs.headless, `--plan=${planFile}`, ...server], environment);
    const entries = entriesOf(http, record);
    const left = await whoIsLeft(entries);
    const seen = new Seen({ era, way, entries, ...ran, left, asked: model?.requests ?? [] });
    return { scenario: scenario.id, title: scenario.title, era, way, checks: checksOf(scenario, seen) };
  } finally {
    await Promise.all([http?.close(), model?.close()]);
    rmSync(place, { recursive: true, force: true });
  }
}

async function runHost(args: readonly string[], more: NodeJS.ProcessEnv): Promise<{ lines: Line[]; stderr: string; code: number | null }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...more } });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const tooLong = setTimeout(() => child.kill('SIGKILL'), longestMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(tooLong);
  const lines = Buffer.concat(out).toString().split('\n').filter(Boolean);
  return { lines: lines.map((line) => JSON.parse(line) as Line), stderr: Buffer.concat(err).toString(), code };
}

function entriesOf(http: HttpServer | undefined, record: string): readonly Entry[] {
  if (http) return http.entries;
  if (!existsSync(record)) return [];
  return readFileSync(record, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Entry);
}

/** The processes of the server, and those it told of, that are still there; what is just ending is given a moment. */
async function whoIsLeft(entries: readonly Entry[]): Promise<readonly number[]> {
  const told = entries.flatMap(({ pid, event, detail }) => [pid, ...(event === 'helper' ? [Number(detail)] : [])]);
  const all = [...new Set(told)].filter((pid) => pid > 0);
  for (let tries = 0; ; tries++) {
    const left = all.filter(isThere);
    if (left.length === 0 || tries === 20) return left;
    await sleep(25);
  }
}
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function checksOf(scenario: Scenario, seen: Seen): readonly Check[] {
  const checks: Check[] = [];
  const add: AddCheck = (id, description, isWell, detail) =>
    void checks.push({ id, description, status: isWell ? 'passed' : 'failed', detail: isWell ? '' : told(detail) });
  const { code, stderr, lines, left } = seen.parts;
  const expected = scenario.fails ? 1 : 0;
  add('ended', `the host ends with ${expected}`, code === expected, { code, stderr: stderr.slice(-1500), lines: lines.slice(-3) });
  add('clean', 'nothing is reported that should not have happened', stderr === '', stderr.slice(-1500));
  add('none-left', 'no process of the server is left', left.length === 0, left);
  if (!scenario.fails)
    add('era', 'the host speaks the era of the server', seen.lines('server')[0]?.['era'] === seen.era, seen.lines('server'));
  try {
    scenario.check(seen, add);
  } catch (error) {
    add('checker', 'what came could be looked at', false, error instanceof Error ? error.stack : String(error));
  }
  return checks;
}
const told = (detail: unknown): string => (typeof detail === 'string' ? detail : (JSON.stringify(detail) ?? '')).slice(0, 2000);
