import * as z from 'zod';
import { isIssuer, noSignInChoice, SignInChoice } from '#shared/servers/signInChoice.ts';

/** Where settings are kept by name. */
interface Kept {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}
const Choices = z.record(z.string(), SignInChoice).catch({});

/** What the person has chosen for signing in, by server: one row of the settings. */
export class SignInChoices {
  readonly #kept: Kept;
  constructor(kept: Kept) {
    this.#kept = kept;
  }
  of(serverKey: string): SignInChoice {
    return new Map(Object.entries(this.#all())).get(serverKey) ?? noSignInChoice;
  }
  set(serverKey: string, choice: SignInChoice): void {
    this.#kept.set('signIn', { ...this.#all(), [serverKey]: choice });
  }
  /** Credentials that were for whichever authorization server the MCP server names are for this one from now on. */
  pin(serverKey: string, issuer: string): void {
    const choice = this.of(serverKey);
    if (choice.grant.kind === 'browser' || choice.grant.issuer !== '' || !isIssuer(issuer)) return;
    this.set(serverKey, { ...choice, grant: { ...choice.grant, issuer } });
  }
  forget(serverKey: string): void {
    const { [serverKey]: gone, ...rest } = this.#all();
    if (gone) this.#kept.set('signIn', rest);
  }
  #all(): Readonly<Record<string, SignInChoice>> {
    return Choices.parse(this.#kept.get('signIn'));
  }
}
