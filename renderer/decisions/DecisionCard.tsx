import { memo, type ReactNode } from 'react';
import type { Decision } from '#shared/decision/decision.ts';
import { useT } from '../i18n.ts';
import { withCodes } from '../ui/hidden.ts';
import { ElicitationCard } from './ElicitationCard.tsx';
import { GoOnCard } from './GoOnCard.tsx';
import { LinkCard, LinkWaitingCard } from './LinkCards.tsx';
import { nameOf } from './names.ts';
import { ReviewCard } from './ReviewCard.tsx';
import { RuleCard } from './RuleCard.tsx';
import { SamplingAnswerCard } from './SamplingAnswerCard.tsx';
import { SamplingRequestCard } from './SamplingRequestCard.tsx';
import { SignInCard } from './SignInCard.tsx';
import type { Together } from './together.ts';
import { TooManyCard } from './TooManyCard.tsx';
import { ToolCallCard } from './ToolCallCard.tsx';
import { ToolsCard } from './ToolsCard.tsx';

interface DecisionCardProps {
  readonly decision: Decision;
  /** On the first card of several that may be allowed together. */
  readonly together?: Together | undefined;
  /** Told when the person begins and ends to change what the card asks about. */
  readonly onEditing?: ((id: string, isEditing: boolean) => void) | undefined;
}
/** One decision, as its kind needs. The frame is Steward's own; nothing a server says is part of it. */
export const DecisionCard = memo(function DecisionCard({ decision, together, onEditing }: DecisionCardProps) {
  const t = useT();
  return (
    <div
      role="group"
      aria-label={withCodes(nameOf(t, decision))}
      className={`decision ${decision.armed ? 'armed' : 'arming'}`}
      data-decision={decision.id}
      tabIndex={-1}
    >
      <div className="arming-line" aria-hidden="true" />
      {cardFor({ decision, together, onEditing })}
    </div>
  );
});

function cardFor({ decision, together, onEditing }: DecisionCardProps): ReactNode {
  switch (decision.kind) {
    case 'tool-call':
      return <ToolCallCard decision={decision} together={together} onEditing={onEditing} />;
    case 'server-trust':
      return <ReviewCard decision={decision} />;
    case 'tools':
      return <ToolsCard decision={decision} />;
    case 'go-on':
      return <GoOnCard decision={decision} />;
    case 'sampling-request':
      return <SamplingRequestCard decision={decision} />;
    case 'sampling-answer':
      return <SamplingAnswerCard decision={decision} />;
    case 'elicitation':
      return <ElicitationCard decision={decision} />;
    case 'link':
      return <LinkCard decision={decision} />;
    case 'link-waiting':
      return <LinkWaitingCard decision={decision} />;
    case 'rule':
      return <RuleCard decision={decision} />;
    case 'sign-in':
      return <SignInCard decision={decision} />;
    case 'too-many':
      return <TooManyCard decision={decision} />;
  }
}
