import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { TrafficFrame } from '#shared/trace/traffic.ts';
import { type Translate, useT } from '../i18n.ts';
import { formatBytes } from '../ui/format.ts';
import { clockTime } from './clockTime.ts';
import { rowsInView } from './frames.ts';

const rowHeight = 28;

interface FrameListProps {
  readonly frames: readonly TrafficFrame[];
  readonly chosen: number | undefined;
  readonly pair: number | undefined;
  readonly onChoose: (seq: number) => void;
}

/** The frames, of which only those in view are made. It stays at its end while it is there; arrow keys choose. */
export function FrameList({ frames, chosen, pair, onChoose }: FrameListProps) {
  const t = useT();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 480 });
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [frames]);
  const look = (): void => {
    const element = box.current;
    if (!element) return;
    isAtEnd.current = element.scrollTop + element.clientHeight >= element.scrollHeight - rowHeight;
    setView({ top: element.scrollTop, height: element.clientHeight });
  };
  const move = (event: KeyboardEvent): void => {
    const at = frames.findIndex((frame) => frame.seq === chosen);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: frames.length - 1 }[event.key];
    const next = to === undefined ? undefined : frames[Math.max(0, Math.min(frames.length - 1, to))];
    if (!next) return;
    event.preventDefault();
    onChoose(next.seq);
    const top = frames.indexOf(next) * rowHeight;
    const element = box.current;
    if (element && top < element.scrollTop) element.scrollTop = top;
    else if (element && top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + rowHeight - element.clientHeight;
  };
  const { from, to } = rowsInView(frames.length, view.top, view.height, rowHeight);
  return (
    <div
      ref={box}
      className="frame-list"
      role="listbox"
      aria-label={t('serverPage.traffic.frames')}
      tabIndex={0}
      {...(chosen === undefined ? {} : { 'aria-activedescendant': `${id}-${chosen}` })}
      onScroll={look}
      onKeyDown={move}
    >
      <div style={{ height: frames.length * rowHeight, position: 'relative' }}>
        {frames.slice(from, to).map((frame, at) => (
          <FrameRow
            key={frame.seq}
            id={`${id}-${frame.seq}`}
            frame={frame}
            look={frame.seq === chosen ? 'chosen' : frame.seq === pair ? 'pair' : ''}
            place={{ at: from + at, count: frames.length }}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  );
}

interface FrameRowProps {
  readonly id: string;
  readonly frame: TrafficFrame;
  readonly look: 'chosen' | 'pair' | '';
  readonly place: { readonly at: number; readonly count: number };
  readonly onChoose: (seq: number) => void;
}
function FrameRow({ id, frame, look, place, onChoose }: FrameRowProps) {
  const t = useT();
  const Arrow = frame.direction === 'out' ? ArrowUpRight : ArrowDownLeft;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself takes the keys.
    <div
      id={id}
      role="option"
      aria-selected={look === 'chosen'}
      aria-posinset={place.at + 1}
      aria-setsize={place.count}
      className={`frame-row ${frame.kind} ${look}`}
      style={{ top: place.at * rowHeight }}
      onClick={() => onChoose(frame.seq)}
    >
      <Arrow size={14} className={`frame-arrow ${frame.direction}`} aria-label={t(`serverPage.traffic.${frame.direction}`)} />
      <time>{clockTime(frame.at)}</time>
      <span className="frame-method">
        {frame.method || '—'} <span className="frame-kind">{t(`serverPage.traffic.kind.${frame.kind}`)}</span>
      </span>
      <span className="frame-number">{frame.durationMs === undefined ? '' : formatMs(t, frame.durationMs)}</span>
      <span className="frame-number">{formatBytes(frame.bytes)}</span>
    </div>
  );
}

/** A short time with the digits that matter. */
export function formatMs(t: Translate, ms: number): string {
  if (ms >= 10_000) return t('app.seconds', { n: (ms / 1000).toFixed(1) });
  return t('app.ms', { n: ms < 10 ? ms.toFixed(1) : Math.round(ms) });
}
