import { type KeyboardEvent, useEffect, useState } from 'react';
import { type ChatHit, mostHits } from '#shared/conversation/search.ts';
import { useLocale, useT } from '../i18n.ts';
import { usePage, usePageParts } from '../ipc/hooks.ts';
import { formatDate } from '../ui/dates.ts';

/** How long a person may pause while writing before the search goes out, milliseconds. */
const pauseMs = 120;

type Found = { readonly hits: readonly ChatHit[]; readonly more: boolean } | 'failed' | undefined;

/** Questions and answers that hold every word of a query; picking one leads to it. */
export function SearchResults({
  query,
  onKeyDown,
}: {
  readonly query: string;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}) {
  const t = useT();
  const found = useSearch(query.trim());
  if (found === undefined) return null;
  if (found === 'failed')
    return (
      <p className="chat-list-empty" role="alert">
        {t('search.failed')}
      </p>
    );
  return (
    <>
      {found.hits.length === 0 ? (
        <p className="chat-list-empty" role="status">
          {t('search.none')}
        </p>
      ) : null}
      <div role="listbox" aria-label={t('search.results')} onKeyDown={onKeyDown}>
        {found.hits.map((hit, at) => (
          <Hit key={`${hit.conversationId} ${hit.turnId}`} hit={hit} isFirst={at === 0} />
        ))}
      </div>
      {found.more ? <p className="chat-list-empty">{t('search.more', { count: mostHits })}</p> : null}
    </>
  );
}

function Hit({ hit, isFirst }: { readonly hit: ChatHit; readonly isFirst: boolean }) {
  const t = useT();
  const locale = useLocale();
  const { page } = usePageParts();
  const isOpen = usePage((s) => s.openChat === hit.conversationId);
  const { conversationId, turnId } = hit;
  const open = (): void =>
    page.setState({ openChat: conversationId, renaming: null, screen: 'chats', listOpen: false, seek: { conversationId, turnId } });
  return (
    <div
      role="option"
      className="chat-hit"
      aria-selected={isOpen}
      tabIndex={isFirst ? 0 : -1}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        open();
      }}
    >
      <span className="chat-hit-title">{hit.title || t('chat.untitled')}</span>
      <span className="chat-hit-text">
        {hit.snippet.map(({ text, isMatch }, at) => (isMatch ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>))}
      </span>
      <span className="chat-hit-when">{formatDate(locale, hit.at, 'short')}</span>
    </div>
  );
}

/** Asks main once the person pauses; what is shown stays until the next answer. */
function useSearch(query: string): Found {
  const { client } = usePageParts();
  const [found, setFound] = useState<Found>(undefined);
  useEffect(() => {
    let isOld = false;
    const timer = setTimeout(() => {
      client.request('chat.search', { query }).then(
        (answer) => isOld || setFound(answer),
        () => isOld || setFound('failed'),
      );
    }, pauseMs);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [client, query]);
  return found;
}
