import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { AttachedPart, AttachmentView } from '#shared/conversation/attachments.ts';
import type { ContextItem, ContextView } from '#shared/conversation/context.ts';
import type { Turn } from '#shared/conversation/state.ts';
import { counted, useT } from '../i18n.ts';
import { useAct, usePage, usePageParts, useTopics } from '../ipc/hooks.ts';
import { IconButton } from '../ui/Button.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { SentenceGap } from '../ui/SentenceGap.tsx';
import { withCodes } from '../ui/hidden.ts';
import { ChatFolders } from './ChatFolders.tsx';
import './ContextPanel.css';

interface ContextPanelProps {
  /** The open chat, or `new`. */
  readonly conversationId: string;
  readonly turns: readonly Turn[];
}

/** All that the model gets with the next message, told by the code that makes the request: nothing is kept in the dark. */
export function ContextPanel({ conversationId, turns }: ContextPanelProps) {
  const t = useT();
  const { page } = usePageParts();
  const view = useContextView(conversationId, turns);
  const items = view?.items ?? [];
  return (
    <aside className="context-panel" aria-label={t('context.title')}>
      <header className="context-head">
        <h2>{t('context.title')}</h2>
        <span className="context-total">{view ? t('context.total', { count: view.total }) : ''}</span>
        <IconButton label={t('context.hide')} onClick={() => page.setState({ panel: null })}>
          <X size={16} />
        </IconButton>
      </header>
      <div className="context-body">
        <p className="muted small" title={t('context.estimate')}>
          {t('context.what')}
          <SentenceGap />
          {t('context.estimate')}
        </p>
        <Group title={t('context.attached')} none={t('context.attached.none')}>
          {items.flatMap((item) =>
            item.kind === 'always'
              ? [<AlwaysItem key={`${item.serverKey} ${item.uri}`} item={item} />]
              : item.kind === 'attachment'
                ? [<AttachedItem key={item.id} item={item} />]
                : [],
          )}
        </Group>
        <ChatFolders key={conversationId} conversationId={conversationId} />
        <Group title={t('context.rules')} none="">
          {items.flatMap((item) =>
            item.kind === 'system' || item.kind === 'instructions'
              ? [
                  <TextItem
                    key={item.kind === 'system' ? '' : item.serverKey}
                    name={item.kind === 'system' ? t('context.system') : t('context.instructions', { server: item.serverKey })}
                    text={item.text}
                    tokens={item.tokens}
                  />,
                ]
              : [],
          )}
        </Group>
        <Group title={t('context.tools')} none={t('context.tools.none')}>
          {items.flatMap((item) => (item.kind === 'tools' ? [<ToolsItem key={item.serverKey} item={item} />] : []))}
        </Group>
        <Group title={t('context.history')} none={t('context.history.none')}>
          {items.flatMap((item) =>
            item.kind === 'turn' || item.kind === 'draft'
              ? [<HistoryItem key={item.kind === 'turn' ? item.turnId : ''} item={item} />]
              : [],
          )}
        </Group>
      </div>
    </aside>
  );
}

type ItemOf<K extends ContextItem['kind']> = Extract<ContextItem, { kind: K }>;

function Group({ title, none, children }: { readonly title: string; readonly none: string; readonly children: readonly ReactNode[] }) {
  return (
    <section className="context-group" aria-label={title}>
      <h3>{title}</h3>
      {children.length === 0 ? <p className="muted small">{none}</p> : <ul className="plain">{children}</ul>}
    </section>
  );
}

function Tokens({ count }: { readonly count: number }) {
  const t = useT();
  return <span className="context-tokens">{t('context.tokens', { count })}</span>;
}

function AttachedItem({ item }: { readonly item: ItemOf<'attachment'> }) {
  const t = useT();
  return (
    <li className="context-item">
      <div className="context-line">
        <bdi className="context-name">{item.title}</bdi>
        <Tokens count={item.tokens} />
      </div>
      <p className="context-source">
        <SourceText source={item.source} />
        {item.source.kind !== 'file' ? <span className="muted small"> {t('chat.call.on', { server: item.source.serverKey })}</span> : null}
      </p>
      <p className="muted small">
        {t(`context.attached.${item.when}`)}
        {item.state === 'whole' ? '' : ` · ${t(`context.attached.${item.state}`)}`}
      </p>
      {item.state === 'named' || (item.source.kind === 'prompt' && item.source.way === 'text') ? null : (
        <Disclosure summary={t('context.text')}>
          <AttachedTextView id={item.id} />
        </Disclosure>
      )}
    </li>
  );
}

/** What will be read when the message is sent, and the way to do without it from now on. */
function AlwaysItem({ item: { serverKey, uri, title, tokens } }: { readonly item: ItemOf<'always'> }) {
  const t = useT();
  const act = useAct();
  return (
    <li className="context-item">
      <div className="context-line">
        <bdi className="context-name">{title}</bdi>
        <span className="context-deeds">
          {tokens > 0 ? <Tokens count={tokens} /> : null}
          <IconButton label={t('always.remove', { title })} onClick={() => act('resource.setAlways', { serverKey, uri, on: false })}>
            <X size={14} />
          </IconButton>
        </span>
      </div>
      <p className="context-source">
        <ExactText text={uri} />
        <span className="muted small"> {t('chat.call.on', { server: serverKey })}</span>
      </p>
      <p className="muted small">
        {t('always.badge')} · {t(tokens > 0 ? 'always.next.was' : 'always.next')}
      </p>
    </li>
  );
}

function SourceText({ source }: { readonly source: AttachmentView['source'] }) {
  const t = useT();
  if (source.kind !== 'prompt') return <ExactText text={source.kind === 'file' ? source.path : source.uri} />;
  return (
    <>
      {t('prompts.item', { name: withCodes(source.name) })}
      {source.way === 'text' ? <span className="muted small"> · {t('prompts.inMessage.what')}</span> : null}
    </>
  );
}

/** The text of an attachment, fetched when it is looked at. */
function AttachedTextView({ id }: { readonly id: string }) {
  const t = useT();
  const { client } = usePageParts();
  const [parts, setParts] = useState<readonly AttachedPart[]>([]);
  useEffect(() => {
    let isCurrent = true;
    client.request('attachment.read', { id }).then(
      (answer) => isCurrent && setParts(answer.parts),
      () => isCurrent && setParts([]),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, id]);
  const text = parts.flatMap((part) => textsIn(part, t)).join('\n\n');
  return (
    <div className="context-text" tabIndex={0}>
      <ExactText text={text.slice(0, 20_000)} lineBreaks="layout" />
    </div>
  );
}

/** What of a part is text, with the role of a prompt's message before it. */
function textsIn(part: AttachedPart, t: ReturnType<typeof useT>): readonly string[] {
  if (part.kind === 'text') return [part.text];
  if (part.kind === 'binary') return [];
  const texts = part.blocks.flatMap((block) => ('text' in block && !block.personOnly ? [block.text] : []));
  return texts.length === 0 ? [] : [`${t(`prompts.role.${part.role}`)}:\n${texts.join('\n\n')}`];
}

function TextItem({ name, text, tokens }: { readonly name: string; readonly text: string; readonly tokens: number }) {
  return (
    <li className="context-item">
      <div className="context-line">
        <Disclosure summary={name}>
          <div className="context-text" tabIndex={0}>
            <ExactText text={text} lineBreaks="layout" />
          </div>
        </Disclosure>
        <Tokens count={tokens} />
      </div>
    </li>
  );
}

function ToolsItem({ item: { serverKey, names, tokens } }: { readonly item: ItemOf<'tools'> }) {
  const t = useT();
  const words = t(counted(names.length, 'context.tools.of.one', 'context.tools.of.many'), { count: names.length, server: serverKey });
  return (
    <li className="context-item">
      <div className="context-line">
        <Disclosure summary={words}>
          <ul className="plain context-tools">
            {names.map((name) => (
              <li key={name}>
                <ExactText text={name} />
              </li>
            ))}
          </ul>
        </Disclosure>
        <Tokens count={tokens} />
      </div>
    </li>
  );
}

function HistoryItem({ item }: { readonly item: ItemOf<'turn'> | ItemOf<'draft'> }) {
  const t = useT();
  const calls = item.kind === 'turn' ? item.calls : 0;
  return (
    <li className="context-item">
      <div className="context-line">
        <span className="context-name">{item.kind === 'turn' ? item.question : t('context.draft')}</span>
        <Tokens count={item.tokens} />
      </div>
      {calls > 0 ? <p className="muted small">{t(counted(calls, 'context.calls.one', 'context.calls.many'), { count: calls })}</p> : null}
    </li>
  );
}

const none: readonly AttachmentView[] = [];
const settleMs = 250;

/** Asked again whenever something that goes into the request may have changed, once writing pauses. */
function useContextView(conversationId: string, turns: readonly Turn[]): ContextView | undefined {
  const { client } = usePageParts();
  const draft = usePage((s) => s.drafts[conversationId] ?? '');
  const attachments = useTopics((s) => s.attachments[conversationId] ?? none);
  const model = useTopics((s) => s.models.selected);
  const servers = useTopics((s) => s.servers);
  const choices = useTopics((s) => s.resourceChoices);
  const [view, setView] = useState<ContextView>();
  const last = turns.at(-1);
  const history = `${turns.length} ${last?.id ?? ''} ${last?.outcome ?? ''} ${last?.rounds ?? 0}`;
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      const input = { conversationId, text: draft, attachmentIds: attachments.map(({ id }) => id) };
      client.request('conversation.context', input).then(
        (answer) => isCurrent && setView(answer),
        // An attachment was taken away meanwhile: the topic tells, and this is asked again.
        () => undefined,
      );
    }, settleMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, conversationId, draft, attachments, model, servers, choices, history]);
  return view;
}
