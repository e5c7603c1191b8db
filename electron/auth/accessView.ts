import type { SignInView } from '#shared/servers/signIn.ts';
import type { AccessParts } from './accessParts.ts';
import type { KeptSignIn } from './tokenStore.ts';

interface Standing {
  readonly state: SignInView['state'];
  readonly kept: KeptSignIn | undefined;
  readonly problem: SignInView['problem'];
}
/** How it stands with a sign-in, free of every secret. */
export function viewOf({ store, serverKey, choice }: AccessParts, { state, kept, problem }: Standing): SignInView {
  const scope = kept?.tokens.scope ?? kept?.scope;
  const secrets = store.secretsKept(serverKey);
  return {
    state,
    ...(kept ? { issuer: new URL(kept.issuer).host } : {}),
    ...(scope ? { scopes: scope.split(' ') } : {}),
    ...(problem ? { problem } : {}),
    ...(kept?.bound ? { isBound: true } : {}),
    choice: choice(),
    hasClientSecret: secrets.includes('clientSecret'),
    secrets,
  };
}
