import type { Rule } from '#shared/policy/policy.ts';
import { useLocale, useT } from '../i18n.ts';
import { useAct, useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';

/** The standing answers the person has given, and the way to take each back. */
export function Rules() {
  const t = useT();
  const rules = useTopics((s) => s.rules);
  return (
    <section className="settings-group" aria-labelledby="settings-rules">
      <h2 id="settings-rules">{t('settings.rules')}</h2>
      <p className="muted">{t('settings.rules.what')}</p>
      {rules.length === 0 ? <p className="rules-empty">{t('settings.rules.none')}</p> : null}
      <ul className="plain rules">
        {rules.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </ul>
    </section>
  );
}

function RuleRow({ rule }: { readonly rule: Rule }) {
  const t = useT();
  const act = useAct();
  const locale = useLocale();
  const chat = useTopics((s) => (rule.conversationId === undefined ? undefined : s.chats.find((c) => c.id === rule.conversationId)?.title));
  const since = new Intl.DateTimeFormat(locale === 'zh' ? 'zh-CN' : 'en', { dateStyle: 'medium' }).format(rule.createdAt);
  const where =
    rule.conversationId === undefined
      ? t('settings.rule.everywhere')
      : t('settings.rule.inChat', { chat: chat ?? t('settings.rule.goneChat') });
  return (
    <li className="rule">
      <span className={`badge ${rule.effect === 'deny' ? 'bad' : ''}`}>{t(`settings.rule.${rule.effect}`)}</span>
      <span className="rule-words">
        <span className="rule-what">
          <ExactText text={rule.toolName} /> <span className="muted">{t('chat.call.on', { server: rule.serverKey })}</span>
        </span>
        <span className="muted small">
          {where} · {t('settings.rule.since', { date: since })}
        </span>
      </span>
      <Button
        size="small"
        aria-label={t('settings.rule.revokeNamed', { tool: rule.toolName, server: rule.serverKey })}
        onClick={() => act('rule.revoke', { id: rule.id })}
      >
        {t('settings.rule.revoke')}
      </Button>
    </li>
  );
}
