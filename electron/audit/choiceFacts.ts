import type { JournalFact } from '#shared/journal/journal.ts';
import type { ProviderConfig } from '#shared/models/providers.ts';
import type { EraPinChange } from '../storage/eraPinTable.ts';
import type { ChatFolderChange } from '../storage/chatFolderTable.ts';
import type { ProviderChange } from '../storage/providerTable.ts';
import type { ResourceChoiceRow } from '../storage/resourceChoiceTable.ts';
import type { SecretChange } from '../storage/secretTable.ts';
import type { SwitchChange } from '../storage/switchTable.ts';
import { maskText } from './redact.ts';

/** A tool switched on or off by the person. */
export function switchFact({ serverKey, toolName, enabled }: SwitchChange, at: number): JournalFact {
  return { at, kind: 'trust', what: enabled ? 'tool-on' : 'tool-off', serverKey, toolName };
}

/** The version of the protocol that a server is spoken to in from now on. */
export const eraPinFact = ({ serverKey, pin }: EraPinChange, at: number): JournalFact => ({
  at,
  kind: 'trust',
  what: `protocol-${pin ?? 'automatic'}`,
  serverKey,
});

/** What was chosen for the resources of a server. */
export function resourceChoiceFact({ serverKey, kind, uri }: ResourceChoiceRow, on: boolean, at: number): JournalFact {
  return { at, kind: 'trust', what: `${kind}-${on ? 'on' : 'off'}`, serverKey, ...(uri === '' ? {} : { details: { uri } }) };
}

/** Bundled servers switched on or off; the values are the keys of those that are off. */
export function bundledFacts(before: unknown, after: unknown, at: number): JournalFact[] {
  const keys = (value: unknown): string[] => (Array.isArray(value) ? value.filter((key) => typeof key === 'string') : []);
  const [old, now] = [keys(before), keys(after)];
  const fact = (what: string, serverKey: string): JournalFact => ({ at, kind: 'trust', what, serverKey });
  return [
    ...now.filter((key) => !old.includes(key)).map((key) => fact('server-off', key)),
    ...old.filter((key) => !now.includes(key)).map((key) => fact('server-on', key)),
  ];
}

/** A provider of models added, changed or removed; another origin is a fact of its own, since that is where chats go. */
export function providerFacts({ before, after }: ProviderChange, at: number): JournalFact[] {
  const known = after ?? before;
  if (!known) return [];
  const fact = (what: string, more: JournalFact['details'] = {}): JournalFact => {
    return { at, kind: 'provider', what, details: { provider: known.id, name: known.name, ...more } };
  };
  if (!before) return [fact('provider-added', { origin: originOf(known), api: known.api })];
  if (!after) return [fact('provider-removed', { origin: originOf(before) })];
  if (originOf(before) !== originOf(after)) return [fact('provider-moved', { from: originOf(before), to: originOf(after) })];
  const changed = (Object.keys(after) as (keyof ProviderConfig)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return changed.length === 0 ? [] : [fact('provider-changed', { changed })];
}
const originOf = ({ baseUrl }: ProviderConfig): string => (URL.canParse(baseUrl) ? new URL(baseUrl).origin : '');

/** That there is a secret or a key of a provider, or no longer; never its value, and nothing made from it. */
export function secretFact({ what, name }: SecretChange, at: number): JournalFact {
  const [, kept, server] = /^sign-in(?:-(client|client-key|company|assertion))?:([^:]+)/.exec(name) ?? [];
  if (server !== undefined) return { at, kind: 'secret', what: `${kept ?? 'tokens'}-${what}`, serverKey: decodeURIComponent(server) };
  const [, provider] = /^provider:(.+)$/.exec(name) ?? [];
  return provider === undefined
    ? { at, kind: 'secret', what: `secret-${what}`, details: { name } }
    : { at, kind: 'provider', what: `key-${what}`, details: { provider } };
}

/** A folder given to a chat or taken back, or a server that is told of such folders from now on, or no longer. */
export function chatFolderFact(change: ChatFolderChange, at: number): JournalFact {
  if ('serverKey' in change) return { at, kind: 'trust', what: change.what, serverKey: change.serverKey };
  return { at, kind: 'trust', what: change.what, conversationId: change.conversationId, details: { folder: maskText(change.path) } };
}
