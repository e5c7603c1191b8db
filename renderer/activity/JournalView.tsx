import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { journalKinds, type JournalFilter, type JournalKind } from '#shared/journal/journal.ts';
import { useT } from '../i18n.ts';
import { useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Choice } from '../ui/Field.tsx';
import { ExportJournal } from './ExportJournal.tsx';
import { JournalList } from './JournalList.tsx';
import { ServerChoice } from './ServerChoice.tsx';
import { useJournal } from './useJournal.ts';
import { VerifyJournal } from './VerifyJournal.tsx';

interface Wish {
  readonly query: string;
  readonly kind: JournalKind | 'all';
  readonly serverKey: string;
}
const everything: Wish = { query: '', kind: 'all', serverKey: '' };

/** The journal with what finds, checks and exports it. */
export function JournalView() {
  const t = useT();
  const [wish, setWish] = useState(everything);
  const filter = useDeferredValue(toFilter(wish));
  const { entries, more, failure, isCurrent, showOlder } = useJournal(filter);
  const count = useTopics((s) => s.journal.count);
  return (
    <div className="screen-column activity-column">
      <header className="screen-head with-action">
        <div>
          <h1>{t('app.screen.activity')}</h1>
          <p>{t('app.activity.what')}</p>
        </div>
        <ExportJournal filter={filter} />
      </header>
      <div className="activity-tools">
        <input
          className="input activity-search"
          type="search"
          aria-label={t('activity.search')}
          placeholder={t('activity.search')}
          value={wish.query}
          spellCheck={false}
          onChange={(event) => setWish({ ...wish, query: event.target.value })}
        />
        <Choice
          label={t('activity.kind')}
          isLabelHidden
          value={wish.kind}
          onChange={(kind) => setWish({ ...wish, kind })}
          options={(['all', ...journalKinds] as const).map((value) => ({ value, label: t(`activity.kind.${value}`) }))}
        />
        <ServerChoice value={wish.serverKey} count={count} onChange={(serverKey) => setWish({ ...wish, serverKey })} />
      </div>
      <VerifyJournal count={count} />
      {failure ? (
        <p className="activity-failed" role="alert">
          {t('activity.failed')} <span className="technical">{failure.detail}</span>
        </p>
      ) : null}
      {entries.length > 0 ? <JournalList entries={entries} /> : null}
      {entries.length === 0 && isCurrent && !failure ? <Empty isFiltered={count > 0} onClear={() => setWish(everything)} /> : null}
      {more ? <Older onShow={showOlder} /> : null}
    </div>
  );
}

function toFilter({ query, kind, serverKey }: Wish): JournalFilter {
  return { ...(query.trim() ? { query: query.trim() } : {}), ...(kind === 'all' ? {} : { kind }), ...(serverKey ? { serverKey } : {}) };
}

function Empty({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  const t = useT();
  return (
    <section className="empty-note">
      <h2>{t(isFiltered ? 'activity.none' : 'activity.empty')}</h2>
      <p>{t(isFiltered ? 'activity.none.what' : 'activity.empty.what')}</p>
      {isFiltered ? <Button onClick={onClear}>{t('activity.clear')}</Button> : null}
    </section>
  );
}

/** Presses itself when it comes into view. */
function Older({ onShow }: { readonly onShow: () => void }) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver((seen) => {
      if (seen.some((item) => item.isIntersecting)) onShow();
    });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, [onShow]);
  return (
    <div ref={place} className="activity-older">
      <Button look="quiet" onClick={onShow}>
        {t('activity.older')}
      </Button>
    </div>
  );
}
