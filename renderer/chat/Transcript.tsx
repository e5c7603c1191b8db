import { ArrowDown } from 'lucide-react';
import { memo, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Turn } from '#shared/conversation/state.ts';
import { useT } from '../i18n.ts';
import { usePageParts } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { loadEarlier } from './send.ts';
import { TurnView } from './TurnView.tsx';
import { useStick } from './useStick.ts';
import './Transcript.css';

interface TranscriptProps {
  readonly conversationId: string;
  readonly turns: readonly Turn[];
  /** Older turns that were asked for. */
  readonly before: readonly Turn[];
  readonly hasEarlier: boolean;
}

/** Enough to fill a tall window; the rest follows when nothing else is to do. */
const firstTurns = 8;

/** The turns of a chat, oldest first. The end stays in view until the person scrolls up. */
export function Transcript({ conversationId, turns, before, hasEarlier }: TranscriptProps) {
  const t = useT();
  const [limit, setLimit] = useState(firstTurns);
  const { box, content, isUnread, onScroll, toEnd } = useStick();
  const all = before.length > 0 ? [...before, ...turns] : turns;
  const hidden = Math.max(0, all.length - limit);
  const last = turns.at(-1);
  useEffect(() => {
    if (hidden === 0) return undefined;
    const idle = requestIdleCallback(() => startTransition(() => setLimit((n) => n + 12)), { timeout: 500 });
    return () => cancelIdleCallback(idle);
  }, [hidden]);
  const lastId = last?.id;
  const openId = last?.outcome === 'open' ? lastId : undefined;
  useLayoutEffect(() => {
    // A turn that has just begun was sent by the person: they want to see what comes.
    if (openId !== undefined) toEnd();
  }, [openId, toEnd]);
  return (
    <div className="transcript-frame">
      <div className="transcript" role="log" aria-label={t('chat.conversation')} tabIndex={0} ref={box} onScroll={onScroll}>
        <div className="transcript-column" ref={content}>
          {hidden === 0 && hasEarlier ? <EarlierButton conversationId={conversationId} /> : null}
          {all.slice(hidden).map((turn) => (
            <TurnView key={turn.id} conversationId={conversationId} turn={turn} isLast={turn.id === lastId} />
          ))}
        </div>
      </div>
      {isUnread ? (
        <div className="unread">
          <Button onClick={toEnd}>
            <ArrowDown size={14} aria-hidden="true" /> {t('chat.newMessages')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

const EarlierButton = memo(function EarlierButton({ conversationId }: { readonly conversationId: string }) {
  const t = useT();
  const parts = usePageParts();
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const load = async (): Promise<void> => {
    setBusy(true);
    await loadEarlier(parts, conversationId);
    setBusy(false);
  };
  return (
    <div className="earlier" ref={box}>
      <Button look="quiet" disabled={isBusy} onClick={() => void load()}>
        {t('chat.showEarlier')}
      </Button>
    </div>
  );
});
