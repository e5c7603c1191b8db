import type { MessageKey } from '#shared/i18n/translate.ts';
import { callEnds } from '#shared/conversation/events.ts';
import type { JournalEntry } from '#shared/journal/journal.ts';
import type { Locale } from '#shared/i18n/translate.ts';
import type { Translate } from '../i18n.ts';
import { formatDate } from '../ui/dates.ts';

const whats: Readonly<Record<string, MessageKey>> = {
  'tool-call': 'activity.what.tool-call',
  'server-trust': 'activity.what.server-trust',
  tools: 'activity.what.tools',
  'go-on': 'activity.what.go-on',
  'sampling-request': 'activity.what.sampling-request',
  'sampling-answer': 'activity.what.sampling-answer',
  rule: 'activity.what.rule',
  'too-many': 'activity.what.too-many',
  'sampling-on': 'activity.what.sampling-on',
  'sampling-off': 'activity.what.sampling-off',
  elicitation: 'activity.what.elicitation',
  link: 'activity.what.link',
  'link-waiting': 'activity.what.link-waiting',
  'information-on': 'activity.what.information-on',
  'information-off': 'activity.what.information-off',
  'folder-added': 'activity.what.folder-added',
  'folder-removed': 'activity.what.folder-removed',
  'chat-folders-on': 'activity.what.chat-folders-on',
  'chat-folders-off': 'activity.what.chat-folders-off',
  sent: 'activity.what.sent',
  ended: 'activity.what.ended',
  late: 'activity.what.late',
  used: 'activity.what.used',
  added: 'activity.what.added',
  removed: 'activity.what.removed',
  trusted: 'activity.what.trusted',
  denied: 'activity.what.denied',
  accepted: 'activity.what.accepted',
  forgotten: 'activity.what.forgotten',
  'tool-on': 'activity.what.tool-on',
  'tool-off': 'activity.what.tool-off',
  'protocol-automatic': 'activity.what.protocol-automatic',
  'protocol-newer': 'activity.what.protocol-newer',
  'protocol-older': 'activity.what.protocol-older',
  'model-reads-on': 'activity.what.model-reads-on',
  'model-reads-off': 'activity.what.model-reads-off',
  'always-on': 'activity.what.always-on',
  'always-off': 'activity.what.always-off',
  'auto-update-on': 'activity.what.auto-update-on',
  'auto-update-off': 'activity.what.auto-update-off',
  'server-on': 'activity.what.server-on',
  'server-off': 'activity.what.server-off',
  'provider-added': 'activity.what.provider-added',
  'provider-changed': 'activity.what.provider-changed',
  'provider-moved': 'activity.what.provider-moved',
  'provider-removed': 'activity.what.provider-removed',
  'key-set': 'activity.what.key-set',
  'key-replaced': 'activity.what.key-replaced',
  'key-removed': 'activity.what.key-removed',
  'sign-in': 'activity.what.sign-in',
  'tokens-set': 'activity.what.tokens-set',
  'tokens-replaced': 'activity.what.tokens-replaced',
  'tokens-removed': 'activity.what.tokens-removed',
  'client-set': 'activity.what.client-set',
  'client-replaced': 'activity.what.client-replaced',
  'client-removed': 'activity.what.client-removed',
  'token-fetched': 'activity.what.token-fetched',
  'client-key-set': 'activity.what.client-key-set',
  'client-key-replaced': 'activity.what.client-key-replaced',
  'client-key-removed': 'activity.what.client-key-removed',
  'company-set': 'activity.what.company-set',
  'company-replaced': 'activity.what.company-replaced',
  'company-removed': 'activity.what.company-removed',
  'assertion-set': 'activity.what.assertion-set',
  'assertion-replaced': 'activity.what.assertion-replaced',
  'assertion-removed': 'activity.what.assertion-removed',
  'secret-set': 'activity.what.secret-set',
  'secret-replaced': 'activity.what.secret-replaced',
  'secret-removed': 'activity.what.secret-removed',
};
const outcomes: Readonly<Record<string, MessageKey>> = {
  allowed: 'activity.outcome.allowed',
  denied: 'activity.outcome.denied',
  withdrawn: 'activity.outcome.withdrawn',
  allow: 'activity.outcome.allow',
  deny: 'activity.outcome.deny',
  ask: 'activity.outcome.ask',
};
const known = (words: Readonly<Record<string, MessageKey>>, name: string): MessageKey | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;

/** What an entry is, in words; a kind that came later is called by its own name. */
export function whatOf(t: Translate, { kind, what }: Pick<JournalEntry, 'kind' | 'what'>): string {
  if (kind === 'setting') return t('activity.what.setting');
  const key = known(whats, what);
  return key ? t(key) : what;
}

/** How it ended, in words; empty where nothing ended. */
export function outcomeOf(t: Translate, outcome: string | undefined): string {
  if (outcome === undefined) return '';
  const key = known(outcomes, outcome);
  if (key) return t(key);
  const end = callEnds.find((name) => name === outcome);
  return end ? t(`chat.call.${end}`) : outcome;
}

/** How an entry ended, in words: a rule for one chat is not called one for all, and one that was revoked holds no more. */
export function endOf(t: Translate, { kind, what, outcome, conversationId }: JournalEntry): string {
  const isForOneChat = kind === 'rule' && outcome === 'allow' && conversationId !== undefined;
  const words = isForOneChat ? t('activity.outcome.allowChat') : outcomeOf(t, outcome);
  return kind === 'rule' && what === 'removed' && words !== '' ? t('activity.outcome.was', { rule: words }) : words;
}

/** What it is about: a tool on a server, a server, a setting, a provider, the name of a secret. */
export function aboutOf(t: Translate, { kind, what, toolName, serverKey, details = {} }: JournalEntry): string {
  if (kind === 'setting') return what;
  if (kind === 'provider' || kind === 'secret') {
    const name = details['name'] ?? details['provider'];
    return typeof name === 'string' ? name : (serverKey ?? '');
  }
  if (toolName !== undefined && serverKey !== undefined) return t('chat.call', { tool: toolName, server: serverKey });
  return toolName ?? serverKey ?? '';
}

/** How an outcome looks: what went wrong, what was refused, what just is. */
export function lookOf(outcome: string | undefined): 'bad' | 'no' | 'plain' {
  if (outcome === 'tool-error' || outcome === 'protocol-error' || outcome === 'timed-out' || outcome === 'unknown') return 'bad';
  return outcome === 'denied' || outcome === 'deny' ? 'no' : 'plain';
}

/** Day and time to the second, in the page's language. */
export const formatTime = (locale: Locale, at: number): string => formatDate(locale, at, 'second');
