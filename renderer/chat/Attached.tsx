import { FileText, Paperclip, RefreshCw, Repeat, Slash, X } from 'lucide-react';
import type { AttachmentView } from '#shared/conversation/attachments.ts';
import { sourceLine } from '#shared/conversation/attachments.ts';
import { useT } from '../i18n.ts';
import { choicesOf } from '#shared/resources/choices.ts';
import { useAct, useRequest, useTopics } from '../ipc/hooks.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { withCodes } from '../ui/hidden.ts';

/** What goes with the next message, each with the way to take it away again. */
export function AttachedChips({
  conversationId,
  attachments,
}: {
  readonly conversationId: string;
  readonly attachments: readonly AttachmentView[];
}) {
  const t = useT();
  const act = useAct();
  if (attachments.length === 0) return null;
  return (
    <ul className="plain chips" aria-label={t('attach.next')}>
      {attachments.map((attachment) => (
        <li key={attachment.id} className="chip" title={sourceLine(attachment.source)}>
          <ChipWords attachment={attachment} />
          <Newness attachment={attachment} />
          <IconButton
            label={t('attach.remove', { title: attachment.title })}
            onClick={() => act('attachment.remove', { conversationId, id: attachment.id })}
          >
            <X size={14} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

/** What went with a question. */
export function SentChips({ attachments }: { readonly attachments: readonly AttachmentView[] }) {
  const t = useT();
  if (attachments.length === 0) return null;
  return (
    <ul className="plain chips sent" aria-label={t('attach.with')}>
      {attachments.map((attachment) => (
        <li key={attachment.id} className="chip" title={sourceLine(attachment.source)}>
          <ChipWords attachment={attachment} />
          <SentNewness attachment={attachment} />
        </li>
      ))}
    </ul>
  );
}

/** Of a resource that waits: whether it is told of changes, whether it has changed since, and how it is brought up to date. */
function Newness({ attachment }: { readonly attachment: AttachmentView }) {
  const t = useT();
  const { source, title, id } = attachment;
  const { isLive, isOlder } = useNews(attachment);
  const isAuto = useTopics(
    (s) => attachment.auto ?? (source.kind === 'resource' && choicesOf(s.resourceChoices, source.serverKey).autoUpdate),
  );
  const act = useAct();
  const { run, isBusy, failure } = useRequest('attachment.update');
  if (source.kind !== 'resource') return null;
  return (
    <>
      {isOlder ? (
        <>
          <span className="badge wait" role="status">
            {failure ? t(`failure.${failure.code}`) : t('attach.changed')}
          </span>
          <Button
            size="small"
            look="quiet"
            disabled={isBusy}
            aria-label={t('attach.update.named', { title })}
            onClick={() => void run({ id })}
          >
            <RefreshCw size={12} aria-hidden="true" /> {t('attach.update')}
          </Button>
        </>
      ) : isLive ? (
        <span className="badge live" title={t('resources.watched')}>
          {t('resources.live')}
        </span>
      ) : null}
      {isLive || isAuto ? (
        <IconButton
          label={t('attach.auto', { title })}
          aria-pressed={isAuto}
          onClick={() => act('attachment.setAuto', { id, on: !isAuto })}
        >
          <Repeat size={14} />
        </IconButton>
      ) : null}
    </>
  );
}

/** What was sent stays as it was; that there is something newer is said. */
function SentNewness({ attachment }: { readonly attachment: AttachmentView }) {
  const t = useT();
  const { isOlder } = useNews(attachment);
  return (
    <>
      {attachment.always ? <span className="badge">{t('always.badge')}</span> : null}
      {isOlder ? <span className="badge wait">{t('attach.newer')}</span> : null}
    </>
  );
}

interface News {
  /** Its server tells of changes. */
  readonly isLive: boolean;
  /** It changed after it was read. */
  readonly isOlder: boolean;
}
function useNews({ source, readAt }: AttachmentView): News {
  const list = useTopics((s) => (source.kind === 'resource' ? s.resources.find((one) => one.serverKey === source.serverKey) : undefined));
  if (!list || source.kind !== 'resource') return { isLive: false, isOlder: false };
  const { uri } = source;
  return { isLive: list.watched.includes(uri), isOlder: list.changes.some((change) => change.uri === uri && change.at > readAt) };
}

function chipSource(source: AttachmentView['source']): string {
  if (source.kind === 'prompt') return source.serverKey;
  return source.kind === 'file' ? source.path : source.uri;
}

function ChipWords({ attachment }: { readonly attachment: AttachmentView }) {
  const t = useT();
  const { title, source, cut } = attachment;
  const Icon = { file: FileText, resource: Paperclip, prompt: Slash }[source.kind];
  return (
    <>
      <Icon size={14} aria-hidden="true" />
      <bdi className="chip-title">{source.kind === 'prompt' ? t('prompts.item', { name: withCodes(source.name) }) : title}</bdi>
      <span className="chip-source">{chipSource(source)}</span>
      {source.kind === 'prompt' && source.way === 'text' ? <span className="badge">{t('prompts.inMessage')}</span> : null}
      {cut ? <span className="badge wait">{t('attach.cut')}</span> : null}
    </>
  );
}
