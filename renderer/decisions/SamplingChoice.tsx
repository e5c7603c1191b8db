import type { DecisionOf } from '#shared/decision/decision.ts';
import { useT } from '../i18n.ts';
import { Button } from '../ui/Button.tsx';
import { letterFor } from './letters.ts';
import { Answers } from './parts.tsx';
import { useSettle } from './useSettle.ts';

interface SamplingChoiceProps {
  readonly decision: DecisionOf<'sampling-request' | 'sampling-answer'>;
  /** While it is being edited there is nothing to answer. */
  readonly isEditing: boolean;
  readonly onEdit: () => void;
}
/** The answers to a sampling request, or to a model's answer for a server. */
export function SamplingChoice({ decision, isEditing, onEdit }: SamplingChoiceProps) {
  const t = useT();
  const { answer, isInert, failure } = useSettle(decision);
  if (isEditing) return null;
  return (
    <Answers failure={failure}>
      <Button look="primary" letter={letterFor(decision.kind, 'allow')} disabled={isInert} onClick={answer('allow')}>
        {t('decision.approve')}
      </Button>
      <Button letter={letterFor(decision.kind, 'deny')} disabled={isInert} onClick={answer('deny')}>
        {t('decision.decline')}
      </Button>
      <span className="answers-gap" />
      <Button letter={letterFor(decision.kind, 'edit')} disabled={isInert} onClick={onEdit}>
        {t(decision.kind === 'sampling-request' ? 'decision.sampling.editRequest' : 'decision.sampling.editAnswer')}
      </Button>
    </Answers>
  );
}
