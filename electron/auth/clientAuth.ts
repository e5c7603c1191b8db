import { selectClientAuthMethod } from '@modelcontextprotocol/client';
import type { KnownClient } from './client.ts';
import type { ServerMetadata } from './metadata.ts';

/** Puts into a request how this host shows who it is: nothing but its name, or its secret in the place that the server wants (RFC 6749 2.3). */
export function applyClientAuth(metadata: ServerMetadata, client: KnownClient, headers: Headers, params: URLSearchParams): void {
  const { client_id: id, client_secret: secret } = client;
  const method = selectClientAuthMethod(client, metadata.token_endpoint_auth_methods_supported ?? []);
  if (method === 'client_secret_basic' && secret !== undefined) {
    const text = [id, secret].map((part) => encodeURIComponent(part)).join(':');
    headers.set('authorization', `Basic ${Buffer.from(text).toString('base64')}`);
    return;
  }
  params.set('client_id', id);
  if (method === 'client_secret_post' && secret !== undefined) params.set('client_secret', secret);
}
