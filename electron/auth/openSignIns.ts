import { randomBytes } from 'node:crypto';
import type { Gate } from '../decision/gate.ts';
import type { HostParts } from '../hostParts.ts';
import type { Fetch } from '../net/cappedFetch.ts';
import { checkedNetwork } from '../net/checkedNetwork.ts';
import { nodeStack } from '../net/hostFetch.ts';
import type { Vault } from '../secrets/vault.ts';
import type { SettingsStore } from '../settings/settingsStore.ts';
import type { JournalFact } from '#shared/journal/journal.ts';
import type { SignInChoice } from '#shared/servers/signInChoice.ts';
import { SignInChoices } from './choices.ts';
import { SignIns } from './signIns.ts';
import type { KeptSignIn } from './tokenStore.ts';

interface Opening {
  readonly parts: Pick<HostParts, 'network' | 'openBrowser'>;
  readonly gate: Gate;
  readonly vault: Vault;
  readonly fetch: Fetch;
  readonly settings: SettingsStore;
  /** Where settings are kept by name. */
  readonly kept: ConstructorParameters<typeof SignInChoices>[0];
  readonly now: () => number;
  readonly journal: { append(fact: JournalFact): void };
  /** How long the browser may take, in ms. */
  readonly limits: { readonly signInMs: number };
}

/** The sign-ins of a house. */
export function openSignIns({ parts, gate, vault, fetch, settings, kept, now, limits, journal }: Opening): SignIns {
  return new SignIns({
    vault,
    now,
    callbackLifeMs: limits.signInMs,
    choices: new SignInChoices(kept),
    fetched: (one, choice) => journal.append(fetchedFact(one, choice, now())),
    network: checkedNetwork(parts.network ?? nodeStack, fetch, () => settings.current),
    ask: (question, signal, options) => gate.ask(question, signal, options),
    openBrowser: async (url) => (await parts.openBrowser?.(url)) ?? false,
    clientMetadataUrl: () => settings.current.clientMetadataUrl,
    random: (bytes) => randomBytes(bytes).toString('base64url'),
  });
}

/** Tokens that came without a browser: nobody was asked, so it is told how and from where. */
function fetchedFact({ serverKey, issuer, tokens, scope, bound }: KeptSignIn, { grant }: SignInChoice, at: number): JournalFact {
  const scopes = (tokens.scope ?? scope ?? '').split(' ').filter(Boolean);
  const details = { how: grant.kind, issuer: new URL(issuer).host, scopes, bound: bound !== undefined };
  return { at, kind: 'secret', what: 'token-fetched', by: 'automatic', serverKey, details };
}
