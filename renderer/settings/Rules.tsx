import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Rule } from '#shared/policy/policy.ts';
import { useLocale, useT } from '../i18n.ts';
import { useAct, useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { formatDate } from '../ui/dates.ts';
import { ExactText } from '../ui/Exact.tsx';
import { ruleWords } from '../ui/ruleWords.ts';
import { useNow } from '../ui/useNow.ts';
import { RuleEditor } from './RuleEditor.tsx';
import './Rules.css';

/** The standing answers the person has given: made, tried on what happened, changed and taken back here. */
export function Rules() {
  const t = useT();
  const rules = useTopics((s) => s.rules);
  /** `null` for a new one. */
  const [editing, setEditing] = useState<Rule | null>();
  const done = (): void => setEditing(undefined);
  return (
    <section className="settings-group" aria-labelledby="settings-rules">
      <h2 id="settings-rules">{t('settings.rules')}</h2>
      <div className="rules-head">
        <p className="muted">{t('settings.rules.what')}</p>
        {editing === undefined ? (
          <Button onClick={() => setEditing(null)}>
            <Plus size={16} aria-hidden="true" /> {t('rule.new')}
          </Button>
        ) : null}
      </div>
      {editing === null ? <RuleEditor onDone={done} /> : null}
      {rules.length === 0 ? <p className="rules-empty">{t('settings.rules.none')}</p> : null}
      <ul className="plain rules">
        {rules.map((rule) =>
          editing?.id === rule.id ? (
            <li key={rule.id} className="rule-edited">
              <RuleEditor rule={rule} onDone={done} />
            </li>
          ) : (
            <RuleRow key={rule.id} rule={rule} onEdit={() => setEditing(rule)} />
          ),
        )}
      </ul>
    </section>
  );
}

function RuleRow({ rule, onEdit }: { readonly rule: Rule; readonly onEdit: () => void }) {
  const t = useT();
  const act = useAct();
  const locale = useLocale();
  const now = useNow();
  const chat = useTopics((s) => (rule.conversationId === undefined ? undefined : s.chats.find((c) => c.id === rule.conversationId)?.title));
  const isDead = useIsDead(rule);
  const since = formatDate(locale, rule.createdAt, 'day');
  const where =
    rule.conversationId === undefined
      ? t('settings.rule.everywhere')
      : t('settings.rule.inChat', { chat: chat ?? t('settings.rule.goneChat') });
  const tool = rule.toolName ?? t('rule.everyTool');
  const named = { tool, server: rule.serverKey };
  const isEnded = rule.expiresAt !== undefined && rule.expiresAt <= now;
  return (
    <li className={`rule ${isDead || isEnded ? 'dead' : ''}`}>
      <span className={`badge ${rule.effect === 'deny' ? 'bad' : rule.effect === 'ask' ? 'wait' : ''}`}>
        {t(`settings.rule.${rule.effect}`)}
      </span>
      <span className="rule-words">
        <span className="rule-what">
          {rule.toolName === undefined ? tool : <ExactText text={tool} />}{' '}
          <span className="muted">{t('chat.call.on', { server: rule.serverKey })}</span>
        </span>
        {ruleWords({ t, locale, now }, rule).map((word) => (
          <span key={word} className="rule-term">
            <ExactText text={word} />
          </span>
        ))}
        <span className="muted small">
          {where} · {t('settings.rule.since', { date: since })}
        </span>
        {isDead ? <span className="small rule-dead">{t('rule.words.dead')}</span> : null}
      </span>
      {rule.conversationId === undefined ? (
        <Button size="small" aria-label={t('rule.editNamed', named)} onClick={onEdit}>
          {t('rule.edit')}
        </Button>
      ) : null}
      <Button size="small" aria-label={t('settings.rule.revokeNamed', named)} onClick={() => act('rule.revoke', { id: rule.id })}>
        {t('settings.rule.revoke')}
      </Button>
    </li>
  );
}

/** Whether an allowing rule was made for definitions that are no more. Unknown while the server has told of no tools. */
function useIsDead({ effect, serverKey, toolName, digest, digests }: Rule): boolean {
  const tools = useTopics((s) => s.servers.find((server) => server.key === serverKey)?.tools);
  if (effect !== 'allow' || !tools || tools.length === 0) return false;
  const made = digests ?? [digest];
  return !tools.some((tool) => (toolName === undefined || tool.name === toolName) && made.includes(tool.digest));
}
