import { useEffect, useState } from 'react';
import type { Rule, RuleDraft } from '#shared/policy/policy.ts';
import type { RulePreview } from '#shared/policy/preview.ts';
import { counted, useLocale, useT } from '../i18n.ts';
import { failureOf } from '../ipc/client.ts';
import { usePageParts, useRequest, useTopics } from '../ipc/hooks.ts';
import { formatDate } from '../ui/dates.ts';
import { ExactText } from '../ui/Exact.tsx';
import { Choice } from '../ui/Field.tsx';
import { FormFoot } from '../ui/FormFoot.tsx';
import { formOf, newRule, readRule, type RuleForm } from './ruleForm.ts';
import { RuleCondition, RuleSubjectFields, RuleTerms } from './RuleFields.tsx';

interface RuleEditorProps {
  /** The rule to change; a new one when absent. */
  readonly rule?: Rule;
  readonly onDone: () => void;
}

/** A rule as a form, with what it would have done to the latest calls. One that allows is asked about on the decision page. */
export function RuleEditor({ rule, onDone }: RuleEditorProps) {
  const t = useT();
  const servers = useTopics((s) => s.servers);
  const [form, setForm] = useState<RuleForm>(() => (rule ? formOf(rule) : newRule(servers[0]?.key ?? '')));
  const [isTried, setTried] = useState(false);
  const { run, isBusy, failure } = useRequest('rule.save');
  const change = (more: Partial<RuleForm>): void => setForm((before) => ({ ...before, ...more }));
  if (servers.length === 0) return <p className="rules-empty">{t('rule.noServers')}</p>;
  const save = async (): Promise<void> => {
    setTried(true);
    const draft = readRule(form, rule, Date.now());
    const saved = draft && (await run({ draft }));
    if (saved) onDone(); // one that allows waits on the decision page now
  };
  return (
    <section className="rule-form" aria-label={t(rule ? 'rule.form.edit' : 'rule.form.new')}>
      <Choice
        label={t('rule.effect')}
        value={form.effect}
        onChange={(effect) => change({ effect })}
        options={(['ask', 'allow', 'deny'] as const).map((value) => ({ value, label: t(`settings.rule.${value}`) }))}
      />
      <RuleSubjectFields form={form} onChange={change} />
      <RuleCondition form={form} onChange={change} isTried={isTried} />
      <RuleTerms form={form} onChange={change} canKeep={rule?.expiresAt !== undefined} />
      <Preview form={form} rule={rule} />
      <FormFoot
        failure={failure}
        isBusy={isBusy}
        save={t(form.effect === 'allow' ? 'rule.saveAsk' : 'rule.save')}
        onCancel={onDone}
        onSave={() => void save()}
      />
    </section>
  );
}

const shownCalls = 5;

/** What the rule would have answered, asked of main a moment after the last change. */
function Preview({ form, rule }: { readonly form: RuleForm; readonly rule: Rule | undefined }) {
  const t = useT();
  const preview = usePreview(form, rule);
  if (!preview) return null;
  const { effect, lookedAt, calls } = preview;
  const [one, many] = [`rule.preview.${effect}.one`, `rule.preview.${effect}.many`] as const;
  return (
    <div className="rule-preview" aria-live="polite">
      <p className="rule-preview-head">{lookedAt === 0 ? t('rule.preview.noCalls') : t('rule.preview', { count: lookedAt })}</p>
      {lookedAt > 0 ? (
        <p>{calls.length === 0 ? t('rule.preview.none') : t(counted(calls.length, one, many), { count: calls.length })}</p>
      ) : null}
      <ul className="plain">
        {calls.slice(0, shownCalls).map((call) => (
          <li key={call.decisionId}>
            <PreviewedTime at={call.at} /> <ExactText text={call.toolName} />{' '}
            <span className="rule-preview-arguments">{call.argumentsText}</span>
          </li>
        ))}
      </ul>
      {calls.length > shownCalls ? <p className="muted small">{t('rule.preview.rest', { count: calls.length - shownCalls })}</p> : null}
    </div>
  );
}
function PreviewedTime({ at }: { readonly at: number }) {
  const locale = useLocale();
  return <time className="muted small">{formatDate(locale, at, 'short')}</time>;
}

function usePreview(form: RuleForm, rule: Rule | undefined): RulePreview | undefined {
  const { client } = usePageParts();
  const [preview, setPreview] = useState<RulePreview>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      const draft: RuleDraft | undefined = readRule(form, rule, Date.now());
      if (!draft) return setPreview(undefined);
      client.request('rule.preview', { draft }).then(
        (answer) => {
          if (isCurrent) setPreview(answer);
        },
        (thrown: unknown) => {
          if (isCurrent) setPreview(undefined);
          return failureOf(thrown);
        },
      );
    }, 200);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, form, rule]);
  return preview;
}
