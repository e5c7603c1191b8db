import { GitBranch, Pencil, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Turn } from '#shared/conversation/state.ts';
import { useT } from '../i18n.ts';
import { usePageParts, useTopics } from '../ipc/hooks.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { formatDuration } from '../ui/format.ts';
import { answerAgain, branchHere, editQuestion } from './branch.ts';
import { modelName } from './modelWords.ts';

interface TurnFooterProps {
  readonly conversationId: string;
  readonly turn: Turn;
  readonly isLast: boolean;
}

/** Which model answered, how long it took, what it cost in tokens; and what can be done with a turn that is over. */
export function TurnFooter({ conversationId, turn, isLast }: TurnFooterProps) {
  const t = useT();
  const { page } = usePageParts();
  const model = useTopics((s) => s.models.models.find((m) => m.id === turn.model));
  const answer = turn.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n');
  const facts = [model ? modelName(t, model) : turn.model];
  if (turn.endedAt !== undefined) facts.push(formatDuration(t, turn.endedAt - turn.startedAt));
  const tokens = turn.inputTokens + turn.outputTokens;
  if (tokens > 0) facts.push(t('chat.tokens', { count: tokens }));
  return (
    <footer className="turn-footer">
      <span>{facts.join(' · ')}</span>
      {answer ? <CopyButton text={answer} label={t('chat.copyAnswer')} /> : null}
      <Branching conversationId={conversationId} turn={turn} isLast={isLast} />
      <Button size="small" look="quiet" onClick={() => page.setState({ screen: 'activity', lens: { conversationId, turnId: turn.id } })}>
        {t('turn.whatHappened')}
      </Button>
    </footer>
  );
}

/** Ways on from a turn that leave this chat as it is: each leads into a new one. */
function Branching({ conversationId, turn, isLast }: TurnFooterProps) {
  const t = useT();
  const parts = usePageParts();
  const [isBusy, setBusy] = useState(false);
  const place = { conversationId, turnId: turn.id };
  // A failed turn says so itself, and is tried again where it stands.
  const canAnswerAgain = isLast && turn.outcome !== 'failed' && turn.outcome !== 'interrupted';
  const run = (way: Promise<void>): void => {
    setBusy(true);
    void way.finally(() => setBusy(false));
  };
  return (
    <>
      {canAnswerAgain ? (
        <IconButton label={t('branch.again')} disabled={isBusy} onClick={() => run(answerAgain(parts, place, turn.question))}>
          <RotateCcw size={14} />
        </IconButton>
      ) : null}
      <IconButton label={t('branch.edit')} disabled={isBusy} onClick={() => run(editQuestion(parts, place, turn.question))}>
        <Pencil size={14} />
      </IconButton>
      <IconButton label={t('branch.here')} disabled={isBusy} onClick={() => run(branchHere(parts, place))}>
        <GitBranch size={14} />
      </IconButton>
    </>
  );
}
