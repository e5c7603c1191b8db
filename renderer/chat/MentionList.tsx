import { type ReactNode, useEffect, useRef } from 'react';
import { ExactText } from '../ui/Exact.tsx';

/** One thing to choose: what it is called, and what says more of it. */
export interface Offer {
  readonly key: string;
  readonly title: string;
  readonly source: ReactNode;
}
interface MentionListProps {
  readonly id: string;
  readonly label: string;
  readonly items: readonly Offer[];
  readonly active: number;
  readonly onPick: (at: number) => void;
  /** What stands below the list: that nothing fits, or that there is more. */
  readonly note?: string | undefined;
}

/** What an @ or a / may mean, above the composer. The caret stays in the text. */
export function MentionList({ id, label, items, active, onPick, note }: MentionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div className="mentions">
      <div ref={list} className="mention-list" role="listbox" id={id} aria-label={label}>
        {items.map((item, at) => (
          <div
            key={item.key}
            role="option"
            id={`${id}-${at}`}
            aria-selected={at === active}
            className="mention"
            // A press must not take the caret away before it counts.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(at)}
          >
            <span className="mention-title">
              <ExactText text={item.title} />
            </span>
            <span className="mention-source">{item.source}</span>
          </div>
        ))}
      </div>
      {note === undefined ? null : <p className="mention-source">{note}</p>}
    </div>
  );
}
