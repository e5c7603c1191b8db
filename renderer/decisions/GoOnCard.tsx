import type { DecisionOf } from '#shared/decision/decision.ts';
import { useT } from '../i18n.ts';
import { Button } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { letterFor } from './letters.ts';
import { Answers } from './parts.tsx';
import { useSettle } from './useSettle.ts';

/** May a turn go on that has used up its rounds or repeats itself? */
export function GoOnCard({ decision }: { readonly decision: DecisionOf<'go-on'> }) {
  const t = useT();
  const { answer, isInert, failure } = useSettle(decision);
  return (
    <>
      <h2>
        {t('decision.goOn.before')}
        <strong>
          <ExactText text={decision.chatTitle} />
        </strong>
        {t('decision.goOn.after')}
      </h2>
      <p>
        <ExactText
          text={t(`decision.goOn.${decision.reason}`, {
            rounds: decision.rounds,
            more: 3,
            tool: decision.toolName ?? '',
            server: decision.serverKey ?? '',
          })}
        />
      </p>
      <Answers failure={failure}>
        <Button look="primary" letter={letterFor('go-on', 'allow')} disabled={isInert} onClick={answer('allow')}>
          {t('decision.continue')}
        </Button>
        <Button letter={letterFor('go-on', 'deny')} disabled={isInert} onClick={answer('deny')}>
          {t('decision.stop')}
        </Button>
      </Answers>
    </>
  );
}
