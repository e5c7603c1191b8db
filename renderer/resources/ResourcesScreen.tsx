import { RefreshCw } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useT } from '../i18n.ts';
import { useAct, usePage, usePageParts, useTopics } from '../ipc/hooks.ts';
import { IconButton } from '../ui/Button.tsx';
import { Preview } from './Preview.tsx';
import { ResourceTree } from './ResourceTree.tsx';
import { type Choice, choiceId, toRows } from './rows.ts';
import { TemplateForm } from './TemplateForm.tsx';
import './Resources.css';

/** What servers let a person read: a tree of it, and one thing opened beside it. */
export function ResourcesScreen() {
  const t = useT();
  const act = useAct();
  const servers = useTopics((s) => s.servers);
  const lists = useTopics((s) => s.resources);
  const [filter, setFilter] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const place = usePage((s) => s.resourcePlace);
  const { page } = usePageParts();
  const [choice, setChoice] = useState<Choice | undefined>(place ? { kind: 'resource', ...place } : undefined);
  useEffect(() => {
    if (place) page.setState({ resourcePlace: null }); // shown: coming back later opens nothing by itself
  }, [place, page]);
  useEffect(() => act('resource.list', { refresh: false }), [act]);
  const rows = useMemo(() => toRows(servers, lists, { closed, filter }), [servers, lists, closed, filter]);
  const toggle = (key: string): void => setClosed((was) => new Set(was.has(key) ? [...was].filter((k) => k !== key) : [...was, key]));
  return (
    <main className="resources">
      <div className="resources-side" data-tour="resources">
        <header className="resources-head">
          <h1>{t('app.screen.resources')}</h1>
          <IconButton label={t('resources.refresh')} onClick={() => act('resource.list', { refresh: true })}>
            <RefreshCw size={16} />
          </IconButton>
        </header>
        <input
          className="input"
          type="search"
          aria-label={t('resources.filter')}
          placeholder={t('resources.filter')}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <ResourceTree rows={rows} chosen={choice && choiceId(choice)} onChoose={setChoice} onToggle={toggle} />
        {rows.length === 0 ? <NothingThere isFiltering={filter.trim() !== ''} /> : null}
      </div>
      <div className="resources-main">
        {choice ? null : (
          <section className="preview preview-empty" aria-label={t('resources.preview')}>
            <p>{t('resources.pick')}</p>
            <p className="small">{t('resources.what')}</p>
          </section>
        )}
        {choice?.kind === 'resource' ? <Preview key={choiceId(choice)} serverKey={choice.serverKey} uri={choice.uri} /> : null}
        {choice?.kind === 'template' ? (
          <TemplateForm key={choiceId(choice)} serverKey={choice.serverKey} uriTemplate={choice.uriTemplate} />
        ) : null}
      </div>
    </main>
  );
}

function NothingThere({ isFiltering }: { readonly isFiltering: boolean }) {
  const t = useT();
  return (
    <div className="resources-none">
      <p>{t(isFiltering ? 'resources.noMatch' : 'resources.none')}</p>
      {isFiltering ? null : <p className="small">{t('resources.none.how')}</p>}
    </div>
  );
}
