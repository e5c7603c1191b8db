import { afterEach, beforeEach } from 'vitest';
import type { HostParts } from '../../electron/host.ts';
import { until, type TestHost } from '../harness.ts';
import { AuthServer, follower } from './authServer.ts';
import { OneServer } from './oneServer.ts';
import { startProtected, type Guard, type Protected } from './protectedServer.ts';

/** Stands for the keychain: what it makes can't be read on disk. */
const testCipher = {
  encrypt: async (text: string) => Uint8Array.from(Buffer.from(text), (byte) => byte ^ 0xa5),
  decrypt: async (bytes: Uint8Array) => Buffer.from(bytes.map((byte) => byte ^ 0xa5)).toString(),
};

/** An authorization server, a browser that goes where it is sent, and a host with one server called `far`. */
export class SignInHouse {
  auth = new AuthServer();
  browser = follower();
  #one: OneServer | undefined;
  readonly #others: { close(): Promise<void> }[] = [];

  async begin(): Promise<void> {
    this.auth = await AuthServer.start();
    this.browser = follower();
    this.with({});
  }
  async end(): Promise<void> {
    await this.#one?.close();
    for (const other of this.#others.splice(0)) await other.close();
    await this.auth.close();
  }
  get one(): OneServer {
    if (!this.#one) throw new Error('it has not begun');
    return this.#one;
  }
  /** Opens the host otherwise. */
  with(more: Partial<HostParts>): void {
    this.#one = new OneServer({ openBrowser: this.browser.open, openCipher: async () => testCipher, ...more });
  }
  /** Closed with the house. */
  keep<T extends { close(): Promise<void> }>(server: T): T {
    this.#others.push(server);
    return server;
  }
  async guarded(guard: Guard = {}): Promise<Protected> {
    return this.keep(await startProtected(this.auth, guard));
  }
  /** A host whose server was signed in to, with its tools accepted. */
  async signedIn(far: Protected): Promise<TestHost> {
    const house = await this.one.open({ url: far.url });
    await house.answer(await house.waiting('sign-in'), 'allow');
    await house.answer(await house.waiting('tools'), 'allow');
    return house;
  }
}

/** A house that begins before each test of a file and ends after it. */
export function signInHouse(): SignInHouse {
  const house = new SignInHouse();
  beforeEach(() => house.begin());
  afterEach(() => house.end());
  return house;
}

export const signInOf = (house: TestHost) => house.state('servers', {}).find((s) => s.key === 'far')?.signIn;
/** What is wrong with the sign-in, once it is said. */
export const problemOf = (house: TestHost) => until(() => signInOf(house)?.problem, 'the sign-in to say what is wrong');
/** The questions for a sign-in that wait. */
export const asks = (house: TestHost) => house.state('decisions', {}).filter((d) => d.kind === 'sign-in');
/** The names of the sign-ins that are kept on disk. */
export const kept = (house: TestHost): string[] =>
  (house.host.database.prepare("SELECT name FROM secret WHERE name LIKE 'sign-in:%'").all() as { name: string }[]).map(({ name }) => name);
