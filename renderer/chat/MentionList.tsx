import { useT } from '../i18n.ts';
import type { Mentioned } from './mention.ts';

interface MentionListProps {
  readonly id: string;
  readonly items: readonly Mentioned[];
  readonly active: number;
  readonly onPick: (item: Mentioned) => void;
}

/** The resources that an @ may mean, above the composer. The caret stays in the text. */
export function MentionList({ id, items, active, onPick }: MentionListProps) {
  const t = useT();
  return (
    <div className="mentions">
      <div role="listbox" id={id} aria-label={t('attach.suggestions')}>
        {items.map((item, at) => (
          <div
            key={`${item.serverKey} ${item.uri}`}
            role="option"
            id={`${id}-${at}`}
            aria-selected={at === active}
            className="mention"
            // A press must not take the caret away before it counts.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(item)}
          >
            <bdi className="mention-title">{item.title}</bdi>
            <span className="mention-source">
              {item.uri} · {item.serverKey}
            </span>
          </div>
        ))}
      </div>
      {items.length === 0 ? <p className="mention-source">{t('attach.suggestions.none')}</p> : null}
    </div>
  );
}
