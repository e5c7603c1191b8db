import { randomBytes } from 'node:crypto';
import type { Gate } from '../decision/gate.ts';
import type { HostParts } from '../hostParts.ts';
import type { Fetch } from '../net/cappedFetch.ts';
import { checkedNetwork } from '../net/checkedNetwork.ts';
import { nodeStack } from '../net/hostFetch.ts';
import type { Vault } from '../secrets/vault.ts';
import type { SettingsStore } from '../settings/settingsStore.ts';
import { SignInChoices } from './choices.ts';
import { SignIns } from './signIns.ts';

interface Opening {
  readonly parts: Pick<HostParts, 'network' | 'openBrowser'>;
  readonly gate: Gate;
  readonly vault: Vault;
  readonly fetch: Fetch;
  readonly settings: SettingsStore;
  /** Where settings are kept by name. */
  readonly kept: ConstructorParameters<typeof SignInChoices>[0];
  readonly now: () => number;
  /** How long the browser may take, in ms. */
  readonly signInMs: number;
}

/** The sign-ins of a house. */
export function openSignIns({ parts, gate, vault, fetch, settings, kept, now, signInMs }: Opening): SignIns {
  return new SignIns({
    vault,
    now,
    callbackLifeMs: signInMs,
    choices: new SignInChoices(kept),
    network: checkedNetwork(parts.network ?? nodeStack, fetch, () => settings.current),
    ask: (question, signal, options) => gate.ask(question, signal, options),
    openBrowser: async (url) => (await parts.openBrowser?.(url)) ?? false,
    clientMetadataUrl: () => settings.current.clientMetadataUrl,
    random: (bytes) => randomBytes(bytes).toString('base64url'),
  });
}
