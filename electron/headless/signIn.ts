import { noSignInChoice, type SignInChoice } from '#shared/servers/signInChoice.ts';

/** What a run is told about signing in, by the environment: as the conformance suite names it. */
export interface SignInContext {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly private_key_pem?: string;
  readonly idp_client_id?: string;
  readonly idp_id_token?: string;
  readonly idp_issuer?: string;
  readonly valid_jwt?: string;
}

/** A browser whose person says yes at once: it goes where the authorization server sends it, and that is this host's own listener. */
export async function followingBrowser(url: string): Promise<boolean> {
  const answer = await fetch(url, { redirect: 'manual' });
  const location = answer.headers.get('location');
  await answer.body?.cancel();
  if (location === null) return false;
  // The flow goes on when the listener has been asked; the page it answers with is for a person.
  void fetch(location).then(
    (page) => page.body?.cancel(),
    () => undefined,
  );
  return true;
}

/**
 * How to sign in, as far as the context says; undefined where it says nothing. A client with a secret may be meant for a person in a browser
 * or for a machine alone: the name of the scenario tells.
 */
export function choiceOf(context: SignInContext, scenario: string) {
  const { client_id: clientId, client_secret: clientSecret, private_key_pem: clientKey } = context;
  const assertion = context.idp_id_token ?? context.valid_jwt;
  if (clientId === undefined) return undefined;
  const choice: SignInChoice = { ...noSignInChoice, clientId, ...grantOf(context, scenario) };
  return {
    choice,
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(clientKey === undefined ? {} : { clientKey }),
    ...(assertion === undefined ? {} : { assertion }),
  };
}

function grantOf(context: SignInContext, scenario: string): Partial<Pick<SignInChoice, 'grant'>> {
  const { idp_issuer: idpIssuer, idp_client_id: idpClientId } = context;
  if (idpIssuer !== undefined && idpClientId !== undefined) return { grant: { kind: 'company', issuer: '', idpIssuer, idpClientId } };
  if (context.valid_jwt !== undefined) return { grant: { kind: 'assertion', issuer: '' } };
  if (context.private_key_pem !== undefined) return { grant: { kind: 'client-key', issuer: '' } };
  return scenario.includes('client-credentials') ? { grant: { kind: 'client-secret', issuer: '' } } : {};
}
