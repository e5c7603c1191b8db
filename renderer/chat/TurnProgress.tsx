import type { Turn } from '#shared/conversation/state.ts';
import { useT } from '../i18n.ts';
import { useNow } from '../ui/useNow.ts';
import { SentenceGap } from '../ui/SentenceGap.tsx';

/** What an open turn does while there is nothing to read: thinking, writing a call, or waiting to try again. */
export function TurnProgress({ turn, isWorking }: { readonly turn: Turn; readonly isWorking: boolean }) {
  const t = useT();
  if (!isWorking && turn.calling === undefined) return null;
  if (turn.retrying) return <Retrying retrying={turn.retrying} />;
  return (
    <p className="turn-progress">
      <span className="pulse" aria-hidden="true" />
      {turn.calling === undefined ? t('chat.working') : t('chat.calling', { tool: turn.calling })}
    </p>
  );
}

function Retrying({ retrying }: { readonly retrying: NonNullable<Turn['retrying']> }) {
  const t = useT();
  // The clock counts whole seconds and is behind by a part of one: rounding up would promise up to a second too much.
  const seconds = Math.max(0, Math.floor((retrying.untilMs - useNow()) / 1000));
  return (
    <p className="turn-progress retrying">
      <span className="pulse" aria-hidden="true" />
      {t(reasons[retrying.code] ?? 'chat.retry.other')}
      <SentenceGap />
      <span aria-live="off">{seconds > 0 ? t('chat.retry.in', { seconds }) : t('chat.retry.now')}</span>
    </p>
  );
}

const reasons = {
  'model-rate': 'chat.retry.rate',
  'model-overloaded': 'chat.retry.overloaded',
  'model-unreachable': 'chat.retry.unreachable',
} as Partial<Record<NonNullable<Turn['retrying']>['code'], 'chat.retry.rate' | 'chat.retry.overloaded' | 'chat.retry.unreachable'>>;
