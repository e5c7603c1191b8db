import type { ServerView } from '#shared/servers/status.ts';
import { isStdio } from '#shared/servers/config.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import type { SignInChoice, SignInSecrets } from '#shared/servers/signInChoice.ts';
import { SignInError } from '../auth/signInError.ts';
import type { SignIns } from '../auth/signIns.ts';
import type { HostedServer } from './hostedServer.ts';

const isElsewhere = ({ spec: { entry } }: HostedServer): boolean => entry !== undefined && !isStdio(entry);

/** How it stands with the sign-in, for the view of a server elsewhere. */
export function signInOf(server: HostedServer): Pick<ServerView, 'signIn'> {
  const signIn = isElsewhere(server) ? server.access.view() : undefined;
  return signIn ? { signIn } : {};
}

/** A server that lets nobody in is started again once somebody has signed in. Asks the person, unless they would rather not be asked. */
export function startOnceSignedIn(server: HostedServer, gone: AbortSignal): void {
  if (server.connection.view.status !== 'sign-in') return;
  void server.access.regain(gone).then((isIn) => {
    if (isIn && !gone.aborted && server.connection.view.status === 'sign-in') server.start('person');
  });
}

/** The person wants to sign in: whatever state the server is in, it is used as soon as that has come to something. */
export async function signIn(server: HostedServer): Promise<void> {
  const { status } = server.connection.view;
  if (!isElsewhere(server) || status === 'off' || status === 'untrusted')
    throw new FailureError('unavailable', 'there is nothing to sign in to');
  // Only a start tells which address it is about.
  if (!server.access.isOffered) return server.start('person');
  if (!(await server.access.signIn())) return;
  // Another account may be shown other lists: nothing of the connection before is kept (CAC-3).
  if (server.connection.view.status === 'ready') server.restart();
  else server.start('person');
}

/** Drops the tokens and begins the connection anew, without them. */
export async function signOut(server: HostedServer): Promise<void> {
  await server.access.signOut();
  if (server.connection.view.status === 'ready') server.restart();
}

/** Keeps how to sign in to a server. Throws `FailureError` invalid-input for a key that can't be used. */
export async function setSignIn(server: HostedServer, signIns: SignIns, choice: SignInChoice, secrets: SignInSecrets): Promise<void> {
  try {
    await signIns.choose(server.spec.key, choice, secrets);
  } catch (error) {
    if (error instanceof SignInError) throw new FailureError('invalid-input', error.code, { cause: error });
    throw error;
  }
  server.inbound.check(); // what is declared to it may be another thing now
  server.publish();
}
