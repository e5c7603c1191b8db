import { memo, useCallback } from 'react';
import { callsOf, isOpen, type ToolCall, type Turn } from '#shared/conversation/state.ts';
import { useT } from '../i18n.ts';
import { useAct, usePageParts } from '../ipc/hooks.ts';
import { useLoadMedia, useLoadText, useReadLink } from '../loadMedia.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { Catch } from '../ui/Catch.tsx';
import { Markdown } from '../ui/Markdown.tsx';
import { SentChips } from './Attached.tsx';
import { ServerIcon } from '../ServerIcon.tsx';
import { ToolCallCard } from '../ui/ToolCallCard.tsx';
import { type Row, toRows } from './rows.ts';
import { TurnEnd } from './TurnEnd.tsx';
import { TurnFooter } from './TurnFooter.tsx';
import { TurnProgress } from './TurnProgress.tsx';

interface TurnViewProps {
  readonly conversationId: string;
  readonly turn: Turn;
  readonly isLast: boolean;
}

/** A question and everything that came of it. */
export const TurnView = memo(function TurnView({ conversationId, turn, isLast }: TurnViewProps) {
  const t = useT();
  const rows = toRows(turn);
  const isWorking = turn.outcome === 'open' && !callsOf(turn).some(isOpen) && rows.at(-1)?.kind !== 'text';
  return (
    <article className="turn" aria-label={t('chat.turn')} data-tour="asking">
      <SentChips attachments={turn.attachments} />
      <div className="question">
        <h2 className="sr-only">{t('chat.you')}</h2>
        <p>{turn.question}</p>
      </div>
      {rows.map((row) => (
        <RowView key={row.key} conversationId={conversationId} turnId={turn.id} row={row} isOver={turn.outcome !== 'open'} />
      ))}
      {turn.outcome === 'open' ? <TurnProgress turn={turn} isWorking={isWorking || turn.retrying !== undefined} /> : null}
      {turn.outcome === 'open' ? null : <TurnEnd conversationId={conversationId} turn={turn} isLast={isLast} />}
      {turn.outcome === 'open' ? null : <TurnFooter conversationId={conversationId} turn={turn} isLast={isLast} />}
    </article>
  );
});

interface RowViewProps {
  readonly conversationId: string;
  readonly turnId: string;
  readonly row: Row;
  readonly isOver: boolean;
}
function RowView({ conversationId, turnId, row, isOver }: RowViewProps) {
  const t = useT();
  const act = useAct();
  const { page } = usePageParts();
  const load = useLoadMedia(conversationId);
  const loadText = useLoadText(conversationId, turnId);
  const readLink = useReadLink();
  const onUseAnyway = useCallback(
    ({ id: callId }: ToolCall) => act('call.useAnyway', { conversationId, turnId, callId }),
    [act, conversationId, turnId],
  );
  const onLink = useCallback((url: string) => act('link.open', { url }), [act]);
  const onEnd = useCallback(() => act('conversation.stop', { conversationId }), [act, conversationId]);
  const onAgain = useCallback(
    ({ serverKey: key, toolName: tool, argumentsText }: ToolCall) =>
      page.setState({ screen: 'servers', serverPlace: { key, tab: 'tools', tool, argumentsText } }),
    [page],
  );
  const onOpenResource = useCallback(
    (serverKey: string, uri: string) => page.setState({ screen: 'resources', resourcePlace: { serverKey, uri } }),
    [page],
  );
  switch (row.kind) {
    case 'text':
      return (
        <Catch fallback={<p className="plain-text">{row.text}</p>}>
          <Markdown text={row.text} isComplete={row.isComplete || isOver} onLink={onLink} />
        </Catch>
      );
    case 'reasoning':
      return (
        <Disclosure summary={t(row.isComplete ? 'chat.reasoning' : 'chat.reasoning.now')}>
          <p className="reasoning">{row.text}</p>
        </Disclosure>
      );
    case 'calls':
      return (
        <div className={row.calls.length > 1 ? 'calls several' : 'calls'}>
          {row.calls.map((call) => (
            <ToolCallCard
              key={call.id}
              call={call}
              onEnd={onEnd}
              onAgain={onAgain}
              onOpenResource={onOpenResource}
              onUseAnyway={onUseAnyway}
              load={load}
              loadText={loadText}
              readLink={readLink}
              Icon={ServerIcon}
            />
          ))}
        </div>
      );
  }
}
