import type http from 'node:http';
import type { AuthServer } from './authServer.ts';
import { listen, type HttpReceived, type Listening } from './listening.ts';
import type { ProofDesk } from './proofDesk.ts';
import { json } from './scripted.ts';

export interface Guard {
  /** The requests that nobody may make without a token that counts; all by default. */
  needs?: (rpc: string | undefined, method: string) => boolean;
  /** A scope that a request wants. */
  scope?: (rpc: string | undefined) => string | undefined;
  /** The scopes that a refusal names. */
  challengeScope?: string;
  /** Says nothing of itself: no header on a refusal, no document. */
  isSilent?: boolean;
  issuers?: () => readonly string[];
  newer?: boolean;
  /** Sends some requests elsewhere. */
  redirect?: (rpc: string | undefined) => { readonly status: number; readonly location: string } | undefined;
  /** Lets in only who shows with a proof that the token is theirs. */
  proofs?: ProofDesk;
  /** What a newer server answers to one account alone; undefined leaves it to the usual answer. */
  ofAccount?: (rpc: string | undefined, authorization: string | undefined) => Record<string, unknown> | undefined;
  /** Says the token back with the list of tools, as no server should. */
  echo?: boolean;
}
export interface Protected extends Listening {
  readonly guard: Guard;
  /** Calls that had an effect. */
  readonly effects: string[];
}

/** An MCP server of this computer, of either era, that lets in whom an authorization server knows. Its one tool is `do`. */
export async function startProtected(auth: AuthServer, guard: Guard = {}): Promise<Protected> {
  const effects: string[] = [];
  const server = await listen((_request, response, received) => {
    const { path, method, rpc, headers, body } = received;
    if (path.startsWith('/.well-known/oauth-protected-resource')) return resource(path, response);
    if (path !== '/mcp') return void response.writeHead(404).end();
    const scope = auth.scopeOf(headers.authorization);
    if (scope === undefined && (guard.needs?.(rpc, method) ?? true)) return refuse(response, 401);
    const [scheme, token] = headers.authorization?.split(' ') ?? [];
    const unproved = guard.proofs && (scheme === 'DPoP' ? guard.proofs.check(received, `${server.url}/mcp`, token) : 'invalid_token');
    if (unproved !== undefined) return refuse(response, 401, undefined, unproved);
    const wanted = guard.scope?.(rpc);
    if (wanted !== undefined && !scope?.split(' ').includes(wanted)) return refuse(response, 403, wanted);
    const to = guard.redirect?.(rpc);
    if (to) return void response.writeHead(to.status, { location: to.location }).end();
    if (rpc === 'tools/call') effects.push(body);
    const echo = guard.echo ? { _meta: { said: headers.authorization } } : {};
    const own = guard.ofAccount?.(rpc, headers.authorization);
    if (own) return json(response, (JSON.parse(body) as { id: number }).id, { resultType: 'complete', ...own });
    return (guard.newer ? newerAnswer : olderAnswer)(response, received, echo);
  });
  const resource = (path: string, response: http.ServerResponse): void => {
    if (guard.isSilent || path !== '/.well-known/oauth-protected-resource/mcp') return void response.writeHead(404).end();
    if (auth.failed('resource', response)) return;
    const metadata = { resource: `${server.url}/mcp`, authorization_servers: guard.issuers?.() ?? [auth.url] };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(auth.script.resource?.(metadata) ?? metadata));
  };
  const refuse = (response: http.ServerResponse, status: number, scope = guard.challengeScope, error?: string): void => {
    if (guard.proofs?.nonce !== undefined) response.setHeader('dpop-nonce', guard.proofs.nonce);
    const params = [
      `resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp"`,
      ...(status === 403 ? ['error="insufficient_scope"'] : error === undefined ? [] : [`error="${error}"`]),
      ...(scope === undefined ? [] : [`scope="${scope}"`]),
    ];
    response
      .writeHead(status, guard.isSilent ? {} : { 'www-authenticate': `${guard.proofs ? 'DPoP' : 'Bearer'} ${params.join(', ')}` })
      .end();
  };
  return { ...server, url: `${server.url}/mcp`, guard, effects };
}

const tools = [{ name: 'do', description: '', inputSchema: { type: 'object' } }];
const content = [{ type: 'text', text: 'fine' }];

function olderAnswer(response: http.ServerResponse, { method, body, rpc }: HttpReceived, echo: object): void {
  if (method !== 'POST') return void response.writeHead(405).end();
  const { id } = JSON.parse(body) as { id?: number };
  if (id === undefined) return void response.writeHead(202).end();
  if (rpc === 'server/discover') return void response.writeHead(400).end('no');
  if (rpc === 'initialize')
    return json(response, id, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } });
  json(response, id, rpc === 'tools/list' ? { tools, ...echo } : { content });
}

function newerAnswer(response: http.ServerResponse, { method, body, rpc }: HttpReceived, echo: object): void {
  if (method !== 'POST') return void response.writeHead(405).end();
  const { id } = JSON.parse(body) as { id?: number };
  if (id === undefined) return void response.writeHead(202).end();
  const cached = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  if (rpc === 'server/discover')
    return json(response, id, {
      ...cached,
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      serverInfo: { name: 'x', version: '1' },
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'x', version: '1' } },
    });
  json(response, id, rpc === 'tools/list' ? { ...cached, tools, ...echo } : { resultType: 'complete', content });
}
