import { Braces, ChevronRight, FileText, Server } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import type { ServerResources } from '#shared/resources/resources.ts';
import type { ServerView } from '#shared/servers/status.ts';
import { type Translate, useT } from '../i18n.ts';
import { type Choice, type Row, rowTitle } from './rows.ts';

interface ResourceTreeProps {
  readonly rows: readonly Row[];
  readonly chosen: string | undefined;
  readonly onChoose: (choice: Choice) => void;
  readonly onToggle: (serverKey: string) => void;
}

/** Servers and what each lets a person read. One row is reached by Tab; arrows go on from there, left and right close and open. */
export function ResourceTree({ rows, chosen, onChoose, onToggle }: ResourceTreeProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const reachable = rows.some((row) => row.id === chosen) ? chosen : rows.find((row) => row.kind !== 'more')?.id;
  const activate = (row: Row): void => {
    if (row.kind === 'server') onToggle(row.server.key);
    else if (row.kind === 'resource') onChoose({ kind: 'resource', serverKey: row.serverKey, uri: row.resource.uri });
    else if (row.kind === 'template') onChoose({ kind: 'template', serverKey: row.serverKey, uriTemplate: row.template.uriTemplate });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const row = rows.find((one) => one.id === items[at]?.dataset['row']);
    if (!row || event.nativeEvent.isComposing) return;
    const open = row.kind === 'server' && row.isOpen;
    if (event.key === 'Enter' || event.key === ' ') activate(row);
    else if (event.key === 'ArrowRight' && row.kind === 'server' && !open) onToggle(row.server.key);
    else if (event.key === 'ArrowLeft' && open) onToggle(row.server.key);
    else {
      const next = moveTo(event.key, items, at);
      if (!next) return;
      next.focus();
    }
    event.preventDefault();
  };
  return (
    <div className="tree" role="tree" aria-label={t('resources.tree')} ref={box} onKeyDown={onKeyDown}>
      {rows.map((row) => (
        <RowView key={row.id} row={row} isChosen={row.id === chosen} isReachable={row.id === reachable} onActivate={() => activate(row)} />
      ))}
    </div>
  );
}

function moveTo(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const isServer = (item: HTMLElement | undefined): boolean => item?.getAttribute('aria-level') === '1';
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return items[at + 1];
    case 'ArrowUp':
      return at > 0 ? items[at - 1] : undefined;
    case 'ArrowLeft':
      return items.slice(0, at).findLast(isServer);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default:
      return undefined;
  }
}

interface RowViewProps {
  readonly row: Row;
  readonly isChosen: boolean;
  readonly isReachable: boolean;
  readonly onActivate: () => void;
}
function RowView({ row, isChosen, isReachable, onActivate }: RowViewProps) {
  const t = useT();
  if (row.kind === 'more') return <p className="tree-note">{t('resources.more', { count: row.count })}</p>;
  const isServer = row.kind === 'server';
  const item = (
    <div
      role="treeitem"
      className={`tree-row of-${row.kind}`}
      data-row={row.id}
      aria-level={isServer ? 1 : 2}
      aria-selected={isChosen}
      tabIndex={isReachable ? 0 : -1}
      title={row.kind === 'resource' ? row.resource.uri : row.kind === 'template' ? row.template.uriTemplate : undefined}
      onClick={onActivate}
      {...(isServer ? { 'aria-expanded': row.isOpen } : {})}
    >
      {isServer ? <ChevronRight size={14} className="chevron" aria-hidden="true" /> : null}
      <RowIcon kind={row.kind} />
      <span className="tree-title">
        <bdi>{rowTitle(row)}</bdi>
        {row.kind === 'resource' && row.hint ? <bdi className="tree-hint"> {row.hint}</bdi> : null}
      </span>
      {row.kind === 'template' ? <span className="badge">{t('resources.template')}</span> : null}
      {row.kind === 'resource' && row.isChanged ? (
        <span className="badge wait">{t('resources.changed')}</span>
      ) : row.kind === 'resource' && row.isLive ? (
        <span className="badge live" title={t('resources.watched')}>
          {t('resources.live')}
        </span>
      ) : null}
    </div>
  );
  const note = isServer && row.isOpen ? serverNote(t, row.server, row.list) : undefined;
  return note === undefined ? (
    item
  ) : (
    <>
      {item}
      <p className="tree-note">{note}</p>
    </>
  );
}

function RowIcon({ kind }: { readonly kind: Row['kind'] }) {
  const Icon = kind === 'server' ? Server : kind === 'template' ? Braces : FileText;
  return <Icon size={14} aria-hidden="true" />;
}

/** Why there is nothing below a server, or not all; undefined where nothing needs to be said. */
function serverNote(t: Translate, { state }: ServerView, list: ServerResources | undefined): string | undefined {
  if (!list) {
    if (state.status === 'untrusted') return t(state.denied ? 'servers.state.denied' : 'servers.state.untrusted');
    if (state.status === 'starting') return t('servers.state.starting');
    return state.status === 'ready' ? t('servers.state.untrusted') : t('resources.serverOff');
  }
  if (list.state === 'loading') return t('resources.loading');
  if (list.state === 'failed') return t('resources.failed');
  if (list.truncated) return t('resources.truncated');
  return list.resources.length + list.templates.length === 0 ? t('resources.serverEmpty') : undefined;
}
