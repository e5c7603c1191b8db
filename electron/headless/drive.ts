import { callsOf, type ToolCall } from '#shared/conversation/state.ts';
import type { RequestName, TopicName, TopicState } from '#shared/ipc/contract.ts';
import type { Reply } from '#shared/ipc/failure.ts';
import type { ServerView, ToolView } from '#shared/servers/status.ts';
import type { Host } from '../hostParts.ts';
import { isObject, type JsonObject } from './json.ts';
import { sampleArguments } from './sampleArguments.ts';

/** One thing that happened, as a line of the output. */
export type Line = JsonObject;
export interface Drive {
  readonly host: Host;
  readonly serverKey: string;
  /** Calls to make instead of one of each tool. */
  readonly calls?: readonly { readonly name: string; readonly arguments: JsonObject }[];
  readonly tell: (line: Line) => void;
  /** Milliseconds that a start may take, and one call. */
  readonly startMs: number;
  readonly callMs: number;
}

/**
 * Uses one server the way a person would by the pages' own requests: starts it, runs its tools, reads what it has to read. True when the
 * server was there and every call had an answer of it.
 */
export async function drive(parts: Drive): Promise<boolean> {
  const { serverKey, tell } = parts;
  await ask(parts, 'server.setSampling', { key: serverKey, on: true });
  await ask(parts, 'server.setInformation', { serverKey, on: true });
  const server = await start(parts);
  if (!server) return false;
  const usable = server.tools.filter(isUsable);
  let isWell = true;
  for (const call of parts.calls ?? usable.map((tool) => exampleOf(tool, usable))) {
    const ended = await run(parts, call.name, JSON.stringify(call.arguments));
    tell({ event: 'call', tool: call.name, end: ended?.status ?? 'no end' });
    isWell &&= ended?.status === 'done' || ended?.status === 'tool-error';
  }
  return (await readAll(parts)) && isWell;
}

/** Starts the server and tells what became of it; undefined when it can't be used. */
export async function start(parts: Drive): Promise<ServerView | undefined> {
  const { serverKey, tell } = parts;
  await ask(parts, 'server.setDisabled', { key: serverKey, disabled: false });
  let stuckSince: number | undefined;
  const settledOrStuck = (servers: TopicState<'servers'>): ServerView | undefined => {
    const server = servers.find((one) => one.key === serverKey);
    // A sign-in that is needed and not begun, or done and of no use: for a moment that is on its way, later it is how it stays.
    const isStuck = server?.state.status === 'sign-in' && (server.signIn?.state === 'signed-in' || server.signIn?.state === 'needed');
    stuckSince = isStuck ? (stuckSince ?? Date.now()) : undefined;
    return settled(servers, serverKey) ?? (stuckSince !== undefined && Date.now() - stuckSince > 3000 ? server : undefined);
  };
  const server = await follow(parts, 'servers', settledOrStuck, parts.startMs);
  if (server?.state.status !== 'ready') {
    tell({ event: 'server', state: server?.state.status ?? 'silent', problem: problemOf(server) });
    return undefined;
  }
  const { era, version } = server.state;
  tell({ event: 'server', state: 'ready', era, version, tools: server.tools.length });
  return server;
}

const isUsable = (tool: ToolView): boolean => tool.accepted && tool.enabled && tool.unusable === undefined;
/** An example of a call. Where a schema is wanted, it gets one that the server itself has sent, as it came. */
function exampleOf({ name, raw }: ToolView, all: readonly ToolView[]): { name: string; arguments: JsonObject } {
  const example = sampleArguments(schemaOf(raw));
  const other = all.find((tool) => tool.name !== name);
  return { name, arguments: other && isObject(example['schema']) ? { ...example, schema: schemaOf(other.raw) } : example };
}
const schemaOf = (raw: string): JsonObject => (JSON.parse(raw) as { inputSchema?: JsonObject }).inputSchema ?? {};
function problemOf(server: ServerView | undefined): string {
  const problem = server?.signIn?.problem ?? (server && 'problem' in server.state ? server.state.problem : undefined);
  return problem ? `${problem.code}: ${problem.detail}` : '';
}

/** Failed starts after which nobody waits any longer. */
const patience = 2;

/** The server once its tools can be used, or once it can't be had. */
function settled(servers: TopicState<'servers'>, key: string): ServerView | undefined {
  const server = servers.find((one) => one.key === key);
  if (server?.state.status === 'failed' || (server?.state.status === 'backoff' && server.state.attempt >= patience)) return server;
  if (server?.state.status === 'sign-in' && server.signIn?.state === 'needed' && server.signIn.problem) return server;
  return server?.state.status === 'ready' && server.tools.every(({ accepted }) => accepted) ? server : undefined;
}

async function run(parts: Drive, toolName: string, argumentsText: string): Promise<ToolCall | undefined> {
  const reply = await ask(parts, 'tool.run', { serverKey: parts.serverKey, toolName, argumentsText });
  if (!reply.ok) return undefined;
  const { turnId } = reply.value as { turnId: string };
  const turn = await follow(
    parts,
    'playground',
    ({ turns }) => turns.find(({ id, outcome }) => id === turnId && outcome !== 'open'),
    parts.callMs,
  );
  return turn && callsOf(turn)[0];
}

/** Lists what there is to read and reads each, once. */
async function readAll(parts: Drive): Promise<boolean> {
  const { serverKey, host, tell } = parts;
  await ask(parts, 'resource.list', { refresh: true });
  const listed = await follow(
    parts,
    'resources',
    (all) => all.find((one) => one.serverKey === serverKey && one.state !== 'loading'),
    parts.callMs,
  );
  let isWell = listed?.state === 'listed';
  for (const { uri } of listed?.resources ?? []) {
    const { ok } = await host.routes.chat.request('resource.read', { serverKey, uri });
    tell({ event: 'resource', uri, read: ok });
    isWell &&= ok;
  }
  return isWell;
}

/** One of the chat page's own requests. */
export const ask = (parts: Drive, name: RequestName, input: object): Promise<Reply<unknown>> => parts.host.routes.chat.request(name, input);

/** The first thing that `pick` finds in a topic, now or after a change; undefined when it has not come in time. */
export function follow<T extends TopicName, V>(
  { host }: Drive,
  topic: T,
  pick: (state: TopicState<T>) => V | undefined,
  ms: number,
): Promise<V | undefined> {
  return new Promise((resolve) => {
    const end = Date.now() + ms;
    const look = (): void => {
      const found = pick(host.hub.state(topic, {} as never));
      if (found === undefined && Date.now() < end) setTimeout(look, 10);
      else resolve(found);
    };
    look();
  });
}
