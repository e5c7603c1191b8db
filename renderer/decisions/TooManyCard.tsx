import type { DecisionOf } from '#shared/decision/decision.ts';
import { useT } from '../i18n.ts';
import { Button } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { letterFor } from './letters.ts';
import { Answers } from './parts.tsx';
import { useSettle } from './useSettle.ts';

/** More questions than can be weighed came from one server: shall the next ones be shown? */
export function TooManyCard({ decision }: { readonly decision: DecisionOf<'too-many'> }) {
  const t = useT();
  const { answer, isInert, failure } = useSettle(decision);
  return (
    <>
      <h2>
        {t('decision.tooMany.before')}
        <strong>
          <ExactText text={decision.serverKey} />
        </strong>
        {t('decision.tooMany.after')}
      </h2>
      <p>{t('decision.tooMany.what', { count: decision.asksPerMinute })}</p>
      <Answers failure={failure}>
        <Button look="primary" letter={letterFor('too-many', 'allow')} disabled={isInert} onClick={answer('allow')}>
          {t('decision.continue')}
        </Button>
        <Button letter={letterFor('too-many', 'deny')} disabled={isInert} onClick={answer('deny')}>
          {t('decision.stop')}
        </Button>
      </Answers>
    </>
  );
}
