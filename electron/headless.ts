import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openHost } from './host.ts';
import { readArguments, type HeadlessArguments } from './headless/arguments.ts';
import { yes } from './headless/automatic.ts';
import { drive, start, type Drive, type Line } from './headless/drive.ts';
import { automaticBy, readPlan, type Plan } from './headless/plan.ts';
import { plainParts } from './headless/plainParts.ts';
import { runSteps } from './headless/runSteps.ts';
import { choiceOf, followingBrowser, type SignInContext } from './headless/signIn.ts';

/** The name of the one server. */
const serverKey = 'server';
const usage = 'usage: npm run -s headless -- [--user-data-dir=DIR] [--plan=FILE] (URL | -- COMMAND ARGS…)';

/** What a run is told by its environment, as the conformance suite does: the calls to make, and credentials. */
interface Context extends SignInContext {
  readonly toolCalls?: Drive['calls'];
}

const tell = (line: Line): void => console.log(JSON.stringify(line));

/**
 * `headless URL` or `headless -- COMMAND ARGS…`: the host without windows and without a person, for conformance and scripts; never part of a
 * package. It uses everything the server offers once, or follows the plan it is given, and writes a JSON line for each thing. Ends with 0
 * when all was answered. The data folder is a new one that is removed at the end, unless one is given.
 */
async function main(args: readonly string[]): Promise<number> {
  const given = readArguments(args);
  if (!given) {
    console.error(usage);
    return 2;
  }
  const userData = given.userData ?? mkdtempSync(path.join(os.tmpdir(), 'steward-headless-'));
  try {
    return (await run(given, userData)) ? 0 : 1;
  } finally {
    if (given.userData === undefined) rmSync(userData, { recursive: true, force: true });
  }
}

async function run({ entry, planFile }: HeadlessArguments, userData: string): Promise<boolean> {
  const plan = planFile === undefined ? undefined : readPlan(planFile);
  writeFileSync(path.join(userData, 'mcp.json'), JSON.stringify({ mcpServers: { [serverKey]: { ...entry, disabled: true } } }));
  const built = path.resolve(import.meta.dirname, '..');
  const plain = plainParts(userData, built, process.env, (error) => console.error(error));
  const host = await openHost({ ...plain, openBrowser: followingBrowser, ...(plan ? planned(plan) : { automatic: yes }) });
  const parts = { host, serverKey, tell, startMs: 60_000, callMs: 60_000 };
  try {
    return plan ? await follow(plan, parts) : await useOnce(parts);
  } finally {
    await host.close();
  }
}

async function useOnce(parts: Drive): Promise<boolean> {
  const { chat } = parts.host.routes;
  const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Context;
  const { toolCalls } = context;
  const signIn = choiceOf(context, process.env['MCP_CONFORMANCE_SCENARIO'] ?? '');
  if (signIn) await chat.request('server.setSignIn', { serverKey, ...signIn });
  const clientMetadataUrl = process.env['STEWARD_CLIENT_METADATA_URL'];
  if (clientMetadataUrl !== undefined) await chat.request('settings.change', { change: { clientMetadataUrl } });
  return drive({ ...parts, ...(toolCalls ? { calls: toolCalls } : {}) });
}

function planned(plan: Plan) {
  const openLink = async (href: string): Promise<void> => tell({ event: 'link', href });
  return { automatic: automaticBy(plan), limits: plan.limits, ...(plan.opensLinks ? { openLink } : {}) };
}
async function follow({ before, steps }: Plan, parts: Drive): Promise<boolean> {
  const saved = new Map<string, unknown>();
  return (await runSteps(parts, before, saved)) && (await start(parts)) !== undefined && (await runSteps(parts, steps, saved));
}

process.exitCode = await main(process.argv.slice(2));
