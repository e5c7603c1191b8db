import { useId } from 'react';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { ServerView } from '#shared/servers/status.ts';
import { counted, type Translate, useT } from '../i18n.ts';
import { useAct, usePage, usePageParts, useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { attachResource } from '../attach.ts';
import { chatKey, sendMessage, writeDraft } from './send.ts';
import { type ExampleQuestion, suggestions } from './suggestions.ts';
import './EmptyChat.css';

/** Where a line may break first: after a full stop, the gap that belongs to it included. */
const sentenceEnd = /(?<=。|\. )/;

/** What a chat without messages says: one sentence, examples that run, and how things stand. */
export function EmptyChat() {
  const t = useT();
  const parts = usePageParts();
  const isSending = usePage((s) => s.sending[chatKey(s.openChat)] === true);
  const isDemo = useTopics((s) => s.models.models.find((model) => model.id === s.models.selected)?.provider === 'demo');
  const send = async (text: string, attach: ExampleQuestion['attach']): Promise<void> => {
    writeDraft(parts, text);
    const id = attach ? await attachResource(parts, attach.serverKey, attach.uri) : undefined;
    // Without its document the question would be another one: then the text stays in the box, with the reason beside it.
    if (!attach || id !== undefined) await sendMessage(parts, text, id === undefined ? [] : [id]);
  };
  return (
    <div className="empty-chat">
      <div className="empty-chat-column">
        <p className="empty-chat-lead">
          {t('chat.empty')
            .split(sentenceEnd)
            .map((sentence) => (
              <span key={sentence}>{sentence}</span>
            ))}
        </p>
        <ul className="plain suggestions" aria-label={t('chat.try')} data-tour="ask">
          {suggestions.map(({ text, shows, attach }) => (
            <li key={text} className="suggestion-row">
              <Suggestion text={text} shows={shows} disabled={isSending} onSend={(words) => void send(words, attach)} />
            </li>
          ))}
        </ul>
        <ServersInALine />
        {isDemo ? <p className="empty-chat-note">{t('chat.demoModel')}</p> : null}
        <p className="empty-chat-note">
          <Button size="small" look="quiet" onClick={() => parts.page.setState({ chatFile: { kind: 'import' } })}>
            {t('chatFile.import')}
          </Button>
        </p>
        <TourOffer />
      </div>
    </div>
  );
}

interface SuggestionProps {
  readonly text: MessageKey;
  readonly shows: MessageKey;
  readonly disabled: boolean;
  readonly onSend: (text: string) => void;
}
function Suggestion({ text, shows, disabled, onSend }: SuggestionProps) {
  const t = useT();
  const id = useId();
  return (
    <>
      <button type="button" className="suggestion" aria-describedby={id} disabled={disabled} onClick={() => onSend(t(text))}>
        {t(text)}
      </button>
      <span className="suggestion-shows" id={id}>
        {t(shows)}
      </span>
    </>
  );
}

/** Offers the tour until it was taken or declined. */
function TourOffer() {
  const t = useT();
  const act = useAct();
  const { page } = usePageParts();
  const isOffered = useTopics((s) => s.arrived.settings === true && !s.settings.tourSeen);
  if (!isOffered) return null;
  const seen = (): void => act('settings.change', { change: { tourSeen: true } });
  return (
    <div className="tour-offer">
      <span>
        <b>{t('tour.offer')}</b> <span className="muted">{t('tour.offer.time')}</span>
      </span>
      <Button
        size="small"
        onClick={() => {
          seen();
          page.setState({ tour: 'ask' });
        }}
      >
        {t('tour.start')}
      </Button>
      <Button size="small" look="quiet" onClick={seen}>
        {t('tour.offer.hide')}
      </Button>
    </div>
  );
}

/** How the servers stand, in one line. */
function ServersInALine() {
  const t = useT();
  const { page } = usePageParts();
  const servers = useTopics((s) => s.servers);
  const hasArrived = useTopics((s) => s.arrived.servers === true);
  if (!hasArrived) return <p className="empty-chat-note">&nbsp;</p>;
  return (
    <p className="empty-chat-note">
      {lineOf(t, servers)}{' '}
      <Button size="small" look="quiet" onClick={() => page.setState({ screen: 'servers' })}>
        {t('chat.toServers')}
      </Button>
    </p>
  );
}

function lineOf(t: Translate, servers: readonly ServerView[]): string {
  if (servers.length === 0) return t('chat.servers.none');
  const count = (...states: readonly ServerView['state']['status'][]): number =>
    servers.filter((s) => states.includes(s.state.status)).length;
  const usable = count('ready', 'idle');
  const tools = servers.flatMap((s) =>
    s.state.status === 'ready' || s.state.status === 'idle' ? s.tools.filter((tool) => tool.accepted && tool.enabled) : [],
  ).length;
  const pieces = [
    t(counted(usable, 'chat.servers.usable.one', 'chat.servers.usable.many'), { count: usable, tools }),
    count('starting') > 0 ? t('chat.servers.starting', { count: count('starting') }) : '',
    count('untrusted') > 0 ? t('chat.servers.review', { count: count('untrusted') }) : '',
    count('sign-in') > 0 ? t('chat.servers.signIn', { count: count('sign-in') }) : '',
    count('failed', 'backoff') > 0 ? t('chat.servers.trouble', { count: count('failed', 'backoff') }) : '',
  ];
  return pieces.filter((piece) => piece !== '').join(' · ');
}
