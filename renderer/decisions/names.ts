import type { Decision } from '#shared/decision/decision.ts';
import type { Translate } from '../i18n.ts';

/** The accessible name of a decision's group. In English these are the names that the product promises. */
export function nameOf(t: Translate, decision: Decision): string {
  switch (decision.kind) {
    case 'tool-call':
      return t('decision.toolCall', { tool: decision.toolName, server: decision.serverKey });
    case 'server-trust':
      return t('decision.review', { server: decision.serverKey });
    case 'tools':
      return t(decision.change === 'new' ? 'decision.newTools' : 'decision.changedTools', { server: decision.serverKey });
    case 'go-on':
      return t('decision.goOn', { chat: decision.chatTitle });
    case 'sampling-request':
      return t('decision.samplingRequest', { server: decision.serverKey });
    case 'sampling-answer':
      return t('decision.samplingAnswer', { server: decision.serverKey });
    case 'elicitation':
      return t('decision.elicitation', { server: decision.serverKey });
    case 'link':
      return t('decision.link', { server: decision.serverKey });
    case 'link-waiting':
      return t('decision.linkWaiting', { server: decision.serverKey });
    case 'rule':
      return t('decision.rule', { tool: decision.rule.toolName ?? t('rule.everyToolOn'), server: decision.serverKey });
    case 'sign-in':
      return t('decision.signIn', { server: decision.serverKey });
    case 'too-many':
      return t('decision.tooMany', { server: decision.serverKey });
  }
}
