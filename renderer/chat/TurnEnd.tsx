import { CircleSlash, CircleStop, OctagonAlert, TriangleAlert, Unplug } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Turn } from '#shared/conversation/state.ts';
import { useT } from '../i18n.ts';
import { usePage, usePageParts } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { chatKey, sendMessage } from './send.ts';

interface TurnEndProps {
  readonly conversationId: string;
  readonly turn: Turn;
  readonly isLast: boolean;
}
type Odd = Exclude<Turn['outcome'], 'open' | 'answered'>;
const icons: Readonly<Record<Odd, ComponentType<{ size: number; 'aria-hidden': true }>>> = {
  stopped: CircleStop,
  limit: OctagonAlert,
  interrupted: Unplug,
  failed: TriangleAlert,
};

/** How a turn ended, where that is not simply an answer. */
export function TurnEnd({ turn, isLast }: TurnEndProps) {
  const t = useT();
  if (turn.outcome === 'open') return null;
  if (turn.outcome === 'answered') {
    return turn.stop === 'length' || turn.stop === 'refusal' ? (
      <p className="turn-end mild">
        <CircleSlash size={16} aria-hidden="true" />
        {t(turn.stop === 'length' ? 'turn.problem.length' : 'turn.problem.model-refused')}
      </p>
    ) : null;
  }
  const Icon = icons[turn.outcome];
  const canTryAgain = isLast && (turn.outcome === 'failed' || turn.outcome === 'interrupted');
  return (
    <div className={`turn-end ${turn.outcome === 'failed' ? 'bad' : 'mild'}`}>
      <Icon size={16} aria-hidden />
      <div className="turn-end-words">
        <p>{turn.problem ? t(`turn.problem.${turn.problem.code}`) : t(`chat.outcome.${turn.outcome}`)}</p>
        {turn.problem?.detail ? (
          <Disclosure summary={t('app.details')}>
            <p className="technical">{turn.problem.detail}</p>
          </Disclosure>
        ) : null}
      </div>
      {canTryAgain ? <TryAgain text={turn.question} /> : null}
    </div>
  );
}

function TryAgain({ text }: { readonly text: string }) {
  const t = useT();
  const parts = usePageParts();
  const isSending = usePage((s) => s.sending[chatKey(s.openChat)] === true);
  return (
    <Button size="small" disabled={isSending} onClick={() => void sendMessage(parts, text)}>
      {t('chat.tryAgain')}
    </Button>
  );
}
