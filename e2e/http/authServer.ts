import { createHash, randomUUID } from 'node:crypto';
import type http from 'node:http';
import { listen, type HttpReceived, type Listening } from './listening.ts';
import type { ProofDesk } from './proofDesk.ts';

/** One thing that an authorization server is asked. */
export type AuthStep = 'resource' | 'metadata' | 'register' | 'authorize' | 'token' | 'refresh' | 'revoke';
export interface Issued {
  readonly token: string;
  readonly refresh: string | undefined;
  readonly scope: string;
  readonly resource: string | undefined;
  /** Set when it counts no more. */
  gone?: boolean;
}
/** What a test changes: each is asked at each request. */
export interface AuthScript {
  /** Cuts the connection at this step, or answers it with a status. */
  fail?: (step: AuthStep) => 'cut' | number | undefined;
  metadata?: (metadata: Record<string, unknown>) => Record<string, unknown>;
  resource?: (metadata: Record<string, unknown>) => Record<string, unknown>;
  /** Changes what the browser brings back. */
  callback?: (query: URLSearchParams) => void;
  /** What is granted of the scopes that were asked for. */
  scope?: (scope: string) => string;
  /** Seconds that a token holds; undefined says nothing of it. */
  expiresIn?: number;
  /** Gives no token to refresh with. */
  noRefresh?: boolean;
  /** Refuses to refresh, as a server does that has forgotten the sign-in. */
  refusesRefresh?: boolean;
  /** Looks at a grant without a browser: the code of its no, or nothing. */
  grant?: (params: URLSearchParams, authorization: string | undefined) => string | undefined;
  /** Changes the answer that brings tokens. */
  answer?: (answer: Record<string, unknown>, params: URLSearchParams) => Record<string, unknown>;
  /** Binds tokens to the key of a proof, and refuses those that are asked for without one. */
  proofs?: ProofDesk;
}

/** An authorization server of this computer, for tests: it lets everybody in, and keeps what it was asked. */
export class AuthServer {
  readonly script: AuthScript = {};
  readonly issued: Issued[] = [];
  readonly asked: AuthStep[] = [];
  readonly registered = new Set<string>();
  /** The parameters of each request for tokens. */
  readonly tokenRequests: URLSearchParams[] = [];
  /** The assertions and grants that it was shown. */
  readonly shown: string[] = [];
  readonly #codes = new Map<string, URLSearchParams>();
  #listening: Listening | undefined;

  static async start(): Promise<AuthServer> {
    const server = new AuthServer();
    server.#listening = await listen((_request, response, received) => server.#answer(response, received));
    return server;
  }
  get url(): string {
    return this.#listening?.url ?? '';
  }
  get received(): readonly HttpReceived[] {
    return this.#listening?.received ?? [];
  }
  async close(): Promise<void> {
    await this.#listening?.close();
  }
  /** What a token allows; undefined for one that counts for nothing. */
  scopeOf(authorization: string | undefined): string | undefined {
    return this.issued.find((one) => !one.gone && authorization?.endsWith(` ${one.token}`))?.scope;
  }
  /** Every token so far counts for nothing from now on. */
  expireAll(): void {
    for (const one of this.issued) one.gone = true;
  }
  /** Everything secret that it has given out. */
  secrets(): string[] {
    return this.issued.flatMap(({ token, refresh }) => [token, ...(refresh ? [refresh] : [])]);
  }
  /** True when the step is answered by the script. */
  failed(step: AuthStep, response: http.ServerResponse): boolean {
    this.asked.push(step);
    const how = this.script.fail?.(step);
    if (how === 'cut') response.destroy();
    else if (how !== undefined) response.writeHead(how).end('<script>TEXT-OF-SERVER</script>');
    return how !== undefined;
  }

  #answer(response: http.ServerResponse, received: HttpReceived): void {
    const { path, method, body } = received;
    const url = new URL(path, this.url);
    switch (`${method} ${url.pathname}`) {
      case 'GET /.well-known/oauth-authorization-server':
        return this.failed('metadata', response) ? undefined : send(response, 200, this.#metadata());
      case 'POST /register':
        return this.failed('register', response) ? undefined : this.#register(response, JSON.parse(body) as Record<string, unknown>);
      case 'GET /authorize':
        return this.failed('authorize', response) ? undefined : this.#authorize(response, url.searchParams);
      case 'POST /token':
        return this.#token(response, new URLSearchParams(body), received);
      case 'POST /revoke':
        if (this.failed('revoke', response)) return;
        for (const one of this.issued) if (body.includes(one.token) || (one.refresh && body.includes(one.refresh))) one.gone = true;
        return send(response, 200, {});
      default:
        response.writeHead(404).end();
    }
  }
  #metadata(): Record<string, unknown> {
    const at = (name: string): string => `${this.url}/${name}`;
    const metadata = {
      issuer: this.url,
      authorization_endpoint: at('authorize'),
      token_endpoint: at('token'),
      registration_endpoint: at('register'),
      revocation_endpoint: at('revoke'),
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      authorization_response_iss_parameter_supported: true,
    };
    return this.script.metadata?.(metadata) ?? metadata;
  }
  #register(response: http.ServerResponse, wished: Record<string, unknown>): void {
    const clientId = `client-${randomUUID()}`;
    this.registered.add(clientId);
    send(response, 201, { ...wished, client_id: clientId });
  }
  #authorize(response: http.ServerResponse, query: URLSearchParams): void {
    const code = `code-${randomUUID()}`;
    this.#codes.set(code, query);
    const back = new URL(query.get('redirect_uri') ?? '');
    const answer = new URLSearchParams({ code, state: query.get('state') ?? '', iss: this.url });
    this.script.callback?.(answer);
    back.search = answer.toString();
    response.writeHead(302, { location: back.href }).end();
  }
  #token(response: http.ServerResponse, params: URLSearchParams, received: HttpReceived): void {
    const type = params.get('grant_type');
    const isRefresh = type === 'refresh_token';
    this.tokenRequests.push(params);
    for (const name of ['client_assertion', 'assertion', 'subject_token']) this.shown.push(params.get(name) ?? '');
    if (this.failed(isRefresh ? 'refresh' : 'token', response)) return;
    const proofs = this.script.proofs;
    const unproved = proofs?.check(received, `${this.url}/token`);
    if (unproved !== undefined) return send(response, 400, { error: unproved }, proofs?.nonce);
    if (!isRefresh && type !== 'authorization_code') {
      const no = this.script.grant?.(params, received.headers.authorization);
      if (no !== undefined) return send(response, no === 'invalid_client' ? 401 : 400, { error: no, error_description: 'TEXT-OF-SERVER' });
      return this.#give(response, params, params.get('scope') ?? '', received);
    }
    if (isRefresh) {
      const old = this.issued.find((one) => one.refresh === params.get('refresh_token'));
      if (!old || this.script.refusesRefresh) return send(response, 400, { error: 'invalid_grant', error_description: 'TEXT-OF-SERVER' });
      return this.#give(response, params, old.scope, received);
    }
    const query = this.#codes.get(params.get('code') ?? '');
    this.#codes.delete(params.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(params.get('code_verifier') ?? '')
      .digest('base64url');
    if (!query || query.get('code_challenge') !== challenge || query.get('redirect_uri') !== params.get('redirect_uri'))
      return send(response, 400, { error: 'invalid_grant' });
    this.#give(response, params, query.get('scope') ?? '', received);
  }
  #give(response: http.ServerResponse, params: URLSearchParams, wished: string, received: HttpReceived): void {
    const resource = params.get('resource') ?? undefined;
    const refresh = this.script.noRefresh ? undefined : `CANARY-REFRESH-${randomUUID()}`;
    const scope = this.script.scope?.(wished) ?? wished;
    const one: Issued = { token: `CANARY-TOKEN-${randomUUID()}`, refresh, scope, resource };
    this.issued.push(one);
    const expiry = this.script.expiresIn === undefined ? {} : { expires_in: this.script.expiresIn };
    this.script.proofs?.bind(one.token, received);
    const token_type = this.script.proofs ? 'DPoP' : 'Bearer';
    const answer = { access_token: one.token, token_type, scope, ...(refresh ? { refresh_token: refresh } : {}), ...expiry };
    send(response, 200, this.script.answer?.(answer, params) ?? answer);
  }
}

function send(response: http.ServerResponse, status: number, body: unknown, nonce?: string): void {
  response.writeHead(status, { 'content-type': 'application/json', ...(nonce === undefined ? {} : { 'dpop-nonce': nonce }) });
  response.end(JSON.stringify(body));
}

/** What a browser does with an address that lets everybody in: it goes where it is sent, and keeps what it saw. */
export function follower(): { readonly opened: string[]; readonly pages: string[]; readonly open: (url: string) => Promise<boolean> } {
  const [opened, pages]: [string[], string[]] = [[], []];
  const open = async (url: string): Promise<boolean> => {
    opened.push(url);
    void (async () => {
      const first = await fetch(url, { redirect: 'manual' }).catch(() => undefined);
      const location = first?.headers.get('location');
      if (location) pages.push(await (await fetch(location)).text());
    })().catch(() => undefined);
    return true;
  };
  return { opened, pages, open };
}
