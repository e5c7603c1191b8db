import { assertNever } from '../assertNever.ts';
import type { Decision } from '../decision/decision.ts';
import { type Locale, translate } from '../i18n/translate.ts';
import { plainName } from '../text/hiddenCharacters.ts';

export interface NotificationText {
  readonly title: string;
  readonly body: string;
}

/** What waits, in Steward's own words: names only, never a word of arguments, prompts or descriptions. */
function subject(locale: Locale, decision: Decision): string {
  switch (decision.kind) {
    case 'tool-call':
      return translate(locale, 'notify.toolCall', { tool: plainName(decision.toolName), server: plainName(decision.serverKey) });
    case 'server-trust':
      return translate(locale, 'notify.serverTrust', { server: plainName(decision.serverKey) });
    case 'tools':
      return translate(locale, 'notify.tools', { server: plainName(decision.serverKey) });
    case 'sampling-request':
    case 'sampling-answer':
      return translate(locale, 'notify.sampling', { server: plainName(decision.serverKey) });
    case 'elicitation':
      return translate(locale, 'notify.information', { server: plainName(decision.serverKey) });
    case 'link':
    case 'link-waiting':
      return translate(locale, 'notify.link', { server: plainName(decision.serverKey) });
    case 'rule':
      return translate(locale, 'notify.rule', { server: plainName(decision.serverKey) });
    case 'too-many':
      return translate(locale, 'notify.tooMany', { server: plainName(decision.serverKey) });
    case 'sign-in':
      return translate(locale, 'notify.signIn', { server: plainName(decision.serverKey) });
    case 'go-on':
      return translate(locale, 'notify.goOn');
    default:
      return assertNever(decision);
  }
}

/** The text of the notification for what waits; the latest is named, the others are counted. */
export function decisionNotification(locale: Locale, waiting: readonly Decision[]): NotificationText | undefined {
  const latest = waiting.at(-1);
  if (!latest) return undefined;
  const title = translate(locale, waiting.length === 1 ? 'notify.title.one' : 'notify.title.many', { count: waiting.length });
  return { title, body: subject(locale, latest) };
}

/** A long turn has ended while nobody looked. Its chat is not named: titles are a person's own words. */
export const turnNotification = (locale: Locale): NotificationText => ({
  title: translate(locale, 'notify.finished.title'),
  body: translate(locale, 'notify.finished'),
});
