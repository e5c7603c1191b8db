import { registerClient, RegistrationRejectedError } from '@modelcontextprotocol/client';
import * as z from 'zod';
import { isClientMetadataUrl } from '#shared/servers/signIn.ts';
import type { SignInChoice } from '#shared/servers/signInChoice.ts';
import type { Fetch } from '../net/cappedFetch.ts';
import { forSdk, type ServerMetadata } from './metadata.ts';
import { SignInError, step } from './signInError.ts';

/** How this host is known to one authorization server. */
export const KnownClient = z.looseObject({
  client_id: z.string().min(1),
  client_secret: z.string().optional(),
  token_endpoint_auth_method: z.string().optional(),
});
export type KnownClient = z.infer<typeof KnownClient>;

export interface Knowing {
  readonly fetch: Fetch;
  readonly choice: SignInChoice;
  readonly clientSecret: string | undefined;
  /** The address of a document that describes this host, where the person has one; empty for none. */
  readonly clientMetadataUrl: string;
}

/** Which of the ways to be known a server leaves, in their order (AUT-4): as the person has registered, by a document, by registering now. */
export function wayToBeKnown(
  knowing: Omit<Knowing, 'fetch' | 'clientSecret'>,
  metadata: ServerMetadata,
): 'given' | 'document' | 'register' {
  if (knowing.choice.clientId !== '') return 'given';
  const { clientMetadataUrl } = knowing;
  if (metadata.client_id_metadata_document_supported === true && clientMetadataUrl !== '' && isClientMetadataUrl(clientMetadataUrl))
    return 'document';
  if (metadata.registration_endpoint !== undefined) return 'register';
  throw new SignInError('no-client-id', 'registration_endpoint');
}

/** The client to sign in as; registers one where that is the way. */
export async function becomeKnown(
  knowing: Knowing,
  metadata: ServerMetadata,
  redirectUri: URL,
  scope: string | undefined,
): Promise<KnownClient> {
  switch (wayToBeKnown(knowing, metadata)) {
    case 'given': {
      const { choice, clientSecret } = knowing;
      return { client_id: choice.clientId, ...(clientSecret === undefined ? {} : { client_secret: clientSecret }) };
    }
    case 'document':
      return { client_id: knowing.clientMetadataUrl };
    case 'register':
      return register(knowing.fetch, metadata, redirectUri, scope);
  }
}

function register(fetchFn: Fetch, metadata: ServerMetadata, redirectUri: URL, scope: string | undefined): Promise<KnownClient> {
  const clientMetadata = {
    client_name: 'Steward',
    redirect_uris: [redirectUri.href],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: methodFor(metadata),
    application_type: 'native',
  };
  return step('registration', async () => {
    try {
      const made = await registerClient(metadata.issuer, {
        metadata: forSdk(metadata),
        clientMetadata,
        fetchFn,
        ...(scope === undefined ? {} : { scope }),
      });
      const { client_id, client_secret, token_endpoint_auth_method } = made;
      return KnownClient.parse({ client_id, client_secret, token_endpoint_auth_method });
    } catch (error) {
      if (!(error instanceof RegistrationRejectedError)) throw error;
      throw new SignInError('registration-refused', `HTTP ${error.status}${wellKnownReason(error.body)}`, { cause: error });
    }
  });
}

/** Without a secret where the server allows that: this host can keep none that counts as one (RFC 8252 8.5). */
function methodFor({ token_endpoint_auth_methods_supported: offered }: ServerMetadata): string {
  if (!offered || offered.length === 0 || offered.includes('none')) return 'none';
  return ['client_secret_basic', 'client_secret_post'].find((method) => offered.includes(method)) ?? 'none';
}

/** Only the reasons of RFC 7591 are repeated; any other text is the server's. */
function wellKnownReason(body: string | undefined): string {
  const [, reason] =
    /"error"\s*:\s*"(invalid_redirect_uri|invalid_client_metadata|invalid_software_statement|unapproved_software_statement)"/.exec(
      body ?? '',
    ) ?? [];
  return reason === undefined ? '' : `, ${reason}`;
}
