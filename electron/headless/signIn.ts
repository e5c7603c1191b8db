import { noSignInChoice, type SignInChoice } from '#shared/servers/signInChoice.ts';

/** What a run is told about signing in, by the environment: as the conformance suite names it. */
export interface SignInContext {
  readonly client_id?: string;
  readonly client_secret?: string;
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

/** How to sign in, as far as the context says; undefined where it says nothing. */
export function choiceOf({ client_id: clientId, client_secret: clientSecret }: SignInContext) {
  if (clientId === undefined) return undefined;
  const choice: SignInChoice = { ...noSignInChoice, clientId };
  return { choice, ...(clientSecret === undefined ? {} : { clientSecret }) };
}
