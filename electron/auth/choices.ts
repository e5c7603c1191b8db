import * as z from 'zod';
import { noSignInChoice, SignInChoice } from '#shared/servers/signIn.ts';

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
  forget(serverKey: string): void {
    const { [serverKey]: gone, ...rest } = this.#all();
    if (gone) this.#kept.set('signIn', rest);
  }
  #all(): Readonly<Record<string, SignInChoice>> {
    return Choices.parse(this.#kept.get('signIn'));
  }
}
