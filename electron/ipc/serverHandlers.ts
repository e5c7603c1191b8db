import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Handlers } from '#shared/ipc/contract.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import type { serverRequests } from '#shared/ipc/serverRequests.ts';
import type { ServerTest } from '#shared/servers/serverTest.ts';
import { applyImport, findFiles, readImport, type ImportPlaces } from '../mcp/importFiles.ts';
import type { McpConfig } from '../mcp/mcpConfig.ts';
import type { HostedServer } from '../mcp/hostedServer.ts';
import type { SignIns } from '../auth/signIns.ts';
import { setSignIn, signIn, signOut } from '../mcp/signInHere.ts';
import { setEraPin } from '../mcp/pinnedEra.ts';
import type { Playground } from '../mcp/playground.ts';
import type { ServerIcons } from '../mcp/serverIcons.ts';
import type { Servers } from '../mcp/servers.ts';
import { modelDefinitions } from '../models/definitions.ts';

export interface ServerHandlerParts {
  readonly servers: Servers;
  readonly config: McpConfig;
  readonly playground: Playground;
  readonly icons: ServerIcons;
  readonly signIns: SignIns;
  readonly testServer: (server: HostedServer) => Promise<ServerTest>;
  readonly places: ImportPlaces;
  /** Asks where to save a file of this name; undefined when the person would rather not. */
  readonly chooseSave: (name: string) => Promise<string | undefined>;
}

/** The handlers behind the page of one server. */
export function createServerHandlers(parts: ServerHandlerParts): Pick<Handlers, keyof typeof serverRequests> {
  const { servers, config, playground, places, icons } = parts;
  return {
    'server.setToolEnabled': async ({ serverKey, toolName, enabled }) => servers.get(serverKey).offer.setToolEnabled(toolName, enabled),
    'server.setInformation': async ({ serverKey, on }) => servers.get(serverKey).inbound.setInformation(on),
    'server.setEraPin': async ({ serverKey, choice }) => setEraPin(servers.get(serverKey), choice),
    'server.test': async ({ serverKey }) => parts.testServer(servers.get(serverKey)),
    'server.icon': async ({ serverKey, toolName }) => icons.read(servers.get(serverKey), toolName),
    'server.relist': async ({ serverKey }) => relist(servers.get(serverKey)),
    'server.signIn': async ({ serverKey }) => signIn(servers.get(serverKey)),
    'server.signOut': async ({ serverKey }) => signOut(servers.get(serverKey)),
    'server.setSignIn': async ({ serverKey, choice, ...secrets }) => setSignIn(servers.get(serverKey), parts.signIns, choice, secrets),
    'server.log': async ({ serverKey }) => servers.get(serverKey).logs.read(),
    'server.setLogLevel': async ({ serverKey, level }) => servers.get(serverKey).logs.setLevel(level),
    'traffic.page': async ({ serverKey, after }) => servers.get(serverKey).recorder.page(after),
    'traffic.clear': async ({ serverKey }) => servers.get(serverKey).recorder.clear(),
    'traffic.export': async ({ serverKey, path: typed }) => exportTraffic(parts, serverKey, typed),
    'tool.run': async (run) => ({ turnId: playground.run(run) }),
    'tool.stop': async ({ turnId }) => playground.stop(turnId),
    'tool.definitions': async ({ serverKey, toolName }) => definitions(servers, serverKey, toolName),
    'import.find': async () => findFiles(places),
    'import.read': async ({ path: file }) => readImport(file, places.home),
    'import.apply': async ({ entries }) => {
      const broken = config.problems().flatMap((problem) => (problem.kind === 'entry' ? [problem.key] : []));
      const used = [...servers.all().map((server) => server.spec.key), ...config.entries().keys(), ...broken];
      return { keys: await applyImport(config, used, entries) };
    },
  };
}

/** Throws `FailureError` server-off when it can't be had. */
async function relist(server: HostedServer): Promise<void> {
  try {
    await server.relist(AbortSignal.timeout(60_000));
  } catch (error) {
    throw new FailureError('server-off', error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function definitions(servers: Servers, serverKey: string, toolName: string) {
  const tool = servers.get(serverKey).offer.definition(toolName);
  if (!tool) throw new FailureError('not-found', `${serverKey} has no tool ${toolName}`);
  const offered = servers.all().flatMap((server) => server.usableTools().map((t) => ({ serverKey: server.spec.key, toolName: t.name })));
  const { description, inputSchema } = tool;
  return modelDefinitions({ serverKey, toolName, description, inputSchema }, offered);
}

/** Never writes over a file that is there: a page may name the path. */
async function exportTraffic({ servers, chooseSave }: ServerHandlerParts, serverKey: string, typed: string | undefined) {
  const frames = servers.get(serverKey).recorder.all();
  if (typed !== undefined && (!path.isAbsolute(typed) || path.extname(typed) !== '.jsonl'))
    throw new FailureError('invalid-input', 'the path must be absolute and end in .jsonl');
  const file = typed ?? (await chooseSave(`${serverKey.replaceAll(/[^\w.-]+/g, '_')}-traffic.jsonl`));
  if (file === undefined) return { frames: 0 };
  const text = frames.map((frame) => `${JSON.stringify(frame)}\n`).join('');
  try {
    await writeFile(file, text, { flag: typed === undefined ? 'w' : 'wx', mode: 0o600 });
  } catch (error) {
    throw new FailureError('unavailable', error instanceof Error ? error.message : String(error), { cause: error });
  }
  return { path: file, frames: frames.length };
}
