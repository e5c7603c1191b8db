import type { DecisionOf } from '#shared/decision/decision.ts';
import { useLocale, useT } from '../i18n.ts';
import { Button } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { ruleWords } from '../ui/ruleWords.ts';
import { letterFor } from './letters.ts';
import { Answers, NameMarks, Where } from './parts.tsx';
import { useSettle } from './useSettle.ts';
import './RuleCard.css';

/** May calls of these tools run without asking from now on? Only this page can say so. */
export function RuleCard({ decision }: { readonly decision: DecisionOf<'rule'> }) {
  const t = useT();
  const locale = useLocale();
  const { answer, isInert, failure } = useSettle(decision);
  const { rule, covers } = decision;
  const words = ruleWords({ t, locale, now: decision.askedAt }, rule);
  return (
    <>
      <h2>
        {t('decision.rule.before')}
        <strong className="mono">
          <ExactText text={rule.toolName ?? t('rule.everyToolOn')} />
        </strong>
        {t('decision.rule.between')}
        <strong>
          <ExactText text={decision.serverKey} />
        </strong>
        {t('decision.rule.after')} <NameMarks names={[rule.toolName ?? '', decision.serverKey]} />
      </h2>
      <p className="where">
        <Where place={decision.place} />
      </p>
      {words.length > 0 ? (
        <ul className="rule-terms">
          {words.map((word) => (
            <li key={word}>
              <ExactText text={word} />
            </li>
          ))}
        </ul>
      ) : null}
      {rule.toolName === undefined ? (
        <>
          <p>{t('decision.rule.covers')}</p>
          <ul className="plain rule-covers">
            {covers.map((name) => (
              <li key={name}>
                <ExactText text={name} /> <NameMarks names={[name]} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <p className="muted">{t('decision.rule.what')}</p>
      <Answers failure={failure}>
        <Button look="primary" letter={letterFor('rule', 'allow')} disabled={isInert} onClick={answer('allow')}>
          {t('decision.rule.save')}
        </Button>
        <Button letter={letterFor('rule', 'deny')} disabled={isInert} onClick={answer('deny')}>
          {t('decision.deny')}
        </Button>
      </Answers>
    </>
  );
}
