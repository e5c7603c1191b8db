import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openHost } from './host.ts';
import { yes } from './headless/automatic.ts';
import { drive, type Drive, type Line } from './headless/drive.ts';
import { plainParts } from './headless/plainParts.ts';
import { choiceOf, followingBrowser, type SignInContext } from './headless/signIn.ts';

/** The name of the one server. */
const serverKey = 'server';
const dirSwitch = '--user-data-dir=';

/** What a run is told by its environment, as the conformance suite does: the calls to make, and credentials. */
interface Context extends SignInContext {
  readonly toolCalls?: Drive['calls'];
}

/**
 * `headless URL [--user-data-dir=DIR]`: the host without windows and without a person, for conformance and scripts; never part of a package.
 * It uses everything the server offers once and writes a JSON line for each. Ends with 0 when all was answered. The data folder is a new
 * one that is removed at the end, unless one is given.
 */
async function main(args: readonly string[]): Promise<number> {
  const url = args.find((arg) => !arg.startsWith('--'));
  const given = args.find((arg) => arg.startsWith(dirSwitch))?.slice(dirSwitch.length);
  if (url === undefined || !URL.canParse(url)) {
    console.error('usage: npm run -s headless -- URL [--user-data-dir=DIR]');
    return 2;
  }
  const userData = given ?? mkdtempSync(path.join(os.tmpdir(), 'steward-headless-'));
  const tell = (line: Line): void => console.log(JSON.stringify(line));
  writeFileSync(path.join(userData, 'mcp.json'), JSON.stringify({ mcpServers: { [serverKey]: { type: 'http', url, disabled: true } } }));
  const built = path.resolve(import.meta.dirname, '..');
  const host = await openHost({
    ...plainParts(userData, built, process.env, (error) => console.error(error)),
    automatic: yes,
    openBrowser: followingBrowser,
  });
  try {
    const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Context;
    const { toolCalls } = context;
    const signIn = choiceOf(context, process.env['MCP_CONFORMANCE_SCENARIO'] ?? '');
    if (signIn) await host.routes.chat.request('server.setSignIn', { serverKey, ...signIn });
    const clientMetadataUrl = process.env['STEWARD_CLIENT_METADATA_URL'];
    if (clientMetadataUrl !== undefined) await host.routes.chat.request('settings.change', { change: { clientMetadataUrl } });
    const isWell = await drive({ host, serverKey, tell, startMs: 60_000, callMs: 60_000, ...(toolCalls ? { calls: toolCalls } : {}) });
    return isWell ? 0 : 1;
  } finally {
    await host.close();
    if (given === undefined) rmSync(userData, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
