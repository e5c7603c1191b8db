import { memo, type ReactNode } from 'react';
import type { Decision } from '#shared/decision/decision.ts';
import { useT } from '../i18n.ts';
import { GoOnCard } from './GoOnCard.tsx';
import { nameOf } from './names.ts';
import { ReviewCard } from './ReviewCard.tsx';
import { ToolCallCard } from './ToolCallCard.tsx';
import { ToolsCard } from './ToolsCard.tsx';

/** One decision, as its kind needs. The frame is Steward's own; nothing a server says is part of it. */
export const DecisionCard = memo(function DecisionCard({ decision }: { readonly decision: Decision }) {
  const t = useT();
  return (
    <div
      role="group"
      aria-label={nameOf(t, decision)}
      className={`decision ${decision.armed ? 'armed' : 'arming'}`}
      data-decision={decision.id}
      tabIndex={-1}
    >
      <div className="arming-line" aria-hidden="true" />
      {cardFor(decision)}
    </div>
  );
});

function cardFor(decision: Decision): ReactNode {
  switch (decision.kind) {
    case 'tool-call':
      return <ToolCallCard decision={decision} />;
    case 'server-trust':
      return <ReviewCard decision={decision} />;
    case 'tools':
      return <ToolsCard decision={decision} />;
    case 'go-on':
      return <GoOnCard decision={decision} />;
  }
}
