import type { GrantKind, SignInChoice, SignInGrant, SignInSecretName, SignInSecrets } from '#shared/servers/signInChoice.ts';

/** The ways to sign in, in the order in which they are offered. */
export const ways: readonly GrantKind[] = ['browser', 'client-secret', 'client-key', 'company', 'assertion'];

/** The form of how to sign in; what another way needs is kept while one looks around. */
export interface SignInFields {
  readonly kind: GrantKind;
  readonly clientId: string;
  readonly issuer: string;
  readonly idpIssuer: string;
  readonly idpClientId: string;
  readonly boundOnly: boolean;
  readonly withoutPkce: boolean;
}
export function fieldsOf({ clientId, withoutPkce, grant, boundOnly }: SignInChoice): SignInFields {
  return {
    kind: grant.kind,
    clientId,
    issuer: grant.kind === 'browser' ? '' : grant.issuer,
    idpIssuer: grant.kind === 'company' ? grant.idpIssuer : '',
    idpClientId: grant.kind === 'company' ? grant.idpClientId : '',
    boundOnly,
    withoutPkce,
  };
}

/** What the form says, as main wants it; `choiceFaults` tells whether it can be used. */
export function choiceIn(fields: SignInFields): SignInChoice {
  const { boundOnly, withoutPkce } = fields;
  return { clientId: fields.clientId.trim(), withoutPkce, boundOnly, grant: grantIn(fields) };
}
function grantIn({ kind, issuer: typed, idpIssuer, idpClientId }: SignInFields): SignInGrant {
  const issuer = typed.trim();
  if (kind === 'browser') return { kind };
  return kind === 'company' ? { kind, issuer, idpIssuer: idpIssuer.trim(), idpClientId: idpClientId.trim() } : { kind, issuer };
}

const needed: Readonly<Record<GrantKind, readonly SignInSecretName[]>> = {
  browser: ['clientSecret'],
  'client-secret': ['clientSecret'],
  'client-key': ['clientKey'],
  company: ['companySecret', 'clientSecret'],
  assertion: ['assertion'],
};
/** The secrets that were put in for this way; an empty field leaves the one that is kept. */
export function secretsFor(kind: GrantKind, secrets: SignInSecrets): SignInSecrets {
  return Object.fromEntries(needed[kind].flatMap((name) => (secrets[name] ? [[name, secrets[name]]] : [])));
}
