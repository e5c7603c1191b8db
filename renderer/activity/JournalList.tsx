import { type KeyboardEvent, memo, useId, useState } from 'react';
import type { ChainedEntry } from '#shared/journal/journal.ts';
import { useLocale, useT } from '../i18n.ts';
import { EntryDetails } from './EntryDetails.tsx';
import { aboutOf, endOf, formatTime, lookOf, whatOf } from './words.ts';

/** The entries, newest first. One stop for the Tab key; arrows, Home and End move within, Enter opens. */
export function JournalList({ entries }: { readonly entries: readonly ChainedEntry[] }) {
  const t = useT();
  const [current, setCurrent] = useState<number>();
  const stop = entries.some(({ entry }) => entry.seq === current) ? current : entries[0]?.entry.seq;
  return (
    <div className="journal" data-tour="activity">
      <div className="journal-head" aria-hidden="true">
        {(['time', 'what', 'about', 'by', 'outcome'] as const).map((column) => (
          <span key={column} className={`cell-${column}`}>
            {t(`activity.column.${column}`)}
          </span>
        ))}
      </div>
      <ul className="plain" aria-label={t('activity.journal')} onKeyDown={moveFocus}>
        {entries.map((chained) => (
          <Row key={chained.entry.seq} chained={chained} isStop={chained.entry.seq === stop} onFocus={setCurrent} />
        ))}
      </ul>
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.journal-row')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const to: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
  const next = Object.hasOwn(to, event.key) ? rows[to[event.key] ?? -1] : undefined;
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface RowProps {
  readonly chained: ChainedEntry;
  readonly isStop: boolean;
  readonly onFocus: (seq: number) => void;
}
const Row = memo(function Row({ chained, isStop, onFocus }: RowProps) {
  const t = useT();
  const locale = useLocale();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { entry } = chained;
  const outcome = endOf(t, entry);
  return (
    <li className={open ? 'open' : ''}>
      <button
        type="button"
        className="journal-row"
        aria-expanded={open}
        aria-controls={id}
        tabIndex={isStop ? 0 : -1}
        onFocus={() => onFocus(entry.seq)}
        onClick={() => setOpen(!open)}
      >
        <time className="cell-time" dateTime={new Date(entry.at).toISOString()}>
          {formatTime(locale, entry.at)}
        </time>
        <span className="cell-what">{whatOf(t, entry)}</span>
        <span className="cell-about">{aboutOf(t, entry)}</span>
        <span className="cell-by">{entry.by ? t(`activity.by.${entry.by}`) : ''}</span>
        <span className={`cell-outcome ${lookOf(entry.outcome)}`}>{outcome}</span>
      </button>
      <div id={id} hidden={!open}>
        {open ? <EntryDetails chained={chained} /> : null}
      </div>
    </li>
  );
});
