import type { ServerTest } from '#shared/servers/serverTest.ts';
import type { ServerProblem } from '#shared/servers/status.ts';
import { discoverTools } from './discover.ts';
import type { HostedServer } from './hostedServer.ts';
import { PeerError } from './peer.ts';

/** How long an answer is waited for, beyond the start, in ms. */
const answerMs = 10_000;

/** Asks a server for its tools, after starting it if need be. One that nobody trusts is not started: its review is asked for. Never throws. */
export async function testServer(server: HostedServer, now: () => number, startMs: number): Promise<ServerTest> {
  const { status } = server.connection.view;
  if (status === 'off') return { outcome: 'off' };
  if (status === 'untrusted') {
    if (server.connection.view.denied) server.review();
    return { outcome: 'untrusted' };
  }
  if (status === 'failed' || status === 'sign-in') server.start('person');
  try {
    const { client } = await server.ensure(AbortSignal.timeout(startMs + answerMs));
    const began = now();
    const { tools } = await discoverTools(client, AbortSignal.timeout(answerMs), answerMs);
    const review = server.view().tools.filter((tool) => !tool.accepted && tool.unusable === undefined).length;
    return { outcome: 'answered', ms: now() - began, tools: tools.length, review };
  } catch (error) {
    return { outcome: 'failed', problem: problemOf(server, error) };
  }
}

/** What the error says, or what the connection says of itself once it has given up. */
function problemOf(server: HostedServer, error: unknown): ServerProblem {
  if (error instanceof PeerError) return error.problem;
  const { live, view } = server.connection;
  const explained = live?.peer.explain?.(error)?.problem;
  if (explained) return explained;
  if ('problem' in view) return view.problem;
  return { code: 'not-responding', detail: error instanceof Error ? error.message.slice(0, 500) : String(error) };
}
