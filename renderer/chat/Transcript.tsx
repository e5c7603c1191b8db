import { ArrowDown } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { Turn } from '#shared/conversation/state.ts';
import { useT } from '../i18n.ts';
import { usePageParts } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { loadEarlier } from './send.ts';
import { TurnView } from './TurnView.tsx';
import { useAnchor } from './useAnchor.ts';
import { useKeptMounted } from './useKeptMounted.ts';
import { useSeek } from './useSeek.ts';
import { useStick } from './useStick.ts';
import './Transcript.css';

interface TranscriptProps {
  readonly conversationId: string;
  readonly turns: readonly Turn[];
  /** Older turns that were asked for. */
  readonly before: readonly Turn[];
  readonly hasEarlier: boolean;
}

/** Pixels beyond either edge in which turns exist already. */
const buffer = 600;
/** Pixels above the first turn: where earlier ones can be asked for, and where there are none. */
const head = { withEarlier: 68, without: 24 } as const;

/**
 * The turns of a chat, oldest first: only those near the view exist. The end stays in view until the person scrolls up;
 * earlier turns come when the beginning is near, and what is read stays where it is.
 */
export function Transcript({ conversationId, turns, before, hasEarlier }: TranscriptProps) {
  const t = useT();
  const list = useRef<VirtualizerHandle>(null);
  const { box, content, isUnread, isAway, onScroll, onResize, toEnd, leaveEnd } = useStick();
  const all = useMemo(() => (before.length > 0 ? [...before, ...turns] : turns), [before, turns]);
  const anchor = useAnchor(box);
  const earlier = useEarlier(conversationId, hasEarlier, anchor.hold);
  const isPrepended = usePrepended(all);
  const { kept, onFocus } = useKeptMounted(box, all);
  const last = turns.at(-1);
  const openId = last?.outcome === 'open' ? last.id : undefined;
  useLayoutEffect(() => {
    // A turn that has just begun was sent by the person: they want to see what comes.
    if (openId !== undefined) toEnd();
  }, [openId, toEnd]);
  const marked = useSeek({
    conversationId,
    all,
    hasEarlier,
    earlier,
    show: (index) => {
      leaveEnd();
      anchor.release();
      list.current?.scrollToIndex(index, { align: 'start' });
      box.current?.focus({ preventScroll: true });
    },
  });
  const onListResize = (): void => {
    onResize();
    anchor.settle();
  };
  const startMargin = hasEarlier || before.length > 0 ? head.withEarlier : head.without;
  const onListScroll = (offset: number): void => {
    // One scroll may lead from the end to the beginning, and no second one follows.
    const isAwayNow = onScroll();
    if (offset < (list.current?.viewportSize ?? 0) && isAwayNow) earlier.load();
  };
  return (
    <div className="transcript-frame">
      <div className="transcript" role="log" aria-label={t('chat.conversation')} tabIndex={0} ref={box} onFocus={onFocus}>
        <div className="transcript-column" ref={content}>
          <div className="transcript-head" style={{ height: startMargin }}>
            {hasEarlier ? (
              <Button look="quiet" disabled={earlier.isBusy} onClick={earlier.load}>
                {t(earlier.isBusy ? 'rich.loadingEarlier' : 'chat.showEarlier')}
              </Button>
            ) : null}
          </div>
          <Virtualizer
            ref={list}
            scrollRef={box}
            startMargin={startMargin}
            bufferSize={buffer}
            shift={isPrepended}
            keepMounted={kept}
            onScroll={onListScroll}
            onResize={onListResize}
          >
            {all.map((turn) => (
              // Only what is new at the end is told; a turn that comes into view by scrolling is no news.
              <div
                key={turn.id}
                className={turn.id === marked ? 'turn-place found' : 'turn-place'}
                data-turn={turn.id}
                {...(turn.id === last?.id ? {} : { 'aria-live': 'off' })}
              >
                <TurnView conversationId={conversationId} turn={turn} isLast={turn.id === last?.id} />
              </div>
            ))}
          </Virtualizer>
        </div>
      </div>
      {isAway ? (
        <div className="unread">
          <Button onClick={toEnd}>
            <ArrowDown size={14} aria-hidden="true" /> {t(isUnread ? 'chat.newMessages' : 'rich.latest')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Asks for earlier turns, one page at a time; they are let go when the chat is left. */
function useEarlier(
  conversationId: string,
  hasEarlier: boolean,
  onArrived: () => void,
): { readonly isBusy: boolean; readonly load: () => void } {
  const parts = usePageParts();
  const [isBusy, setBusy] = useState(false);
  const isLoading = useRef(false);
  useEffect(
    () => () => parts.page.setState(({ earlier: { [conversationId]: left, ...others } }) => (left ? { earlier: others } : {})),
    [parts, conversationId],
  );
  const load = async (): Promise<void> => {
    if (isLoading.current || !hasEarlier) return;
    isLoading.current = true;
    setBusy(true);
    await loadEarlier(parts, conversationId, onArrived);
    isLoading.current = false;
    setBusy(false);
  };
  return { isBusy, load: () => void load() };
}

/** True from the render in which turns came before those that were there until the next change. */
function usePrepended(all: readonly Turn[]): boolean {
  const [known, setKnown] = useState({ all, isPrepended: false });
  if (known.all === all) return known.isPrepended;
  const first = known.all[0]?.id;
  const isPrepended = all[0]?.id !== first && all.some((turn) => turn.id === first);
  setKnown({ all, isPrepended });
  return isPrepended;
}
