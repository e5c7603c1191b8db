import { FileText, Paperclip, X } from 'lucide-react';
import type { AttachmentView } from '#shared/conversation/attachments.ts';
import { sourceLine } from '#shared/conversation/attachments.ts';
import { useT } from '../i18n.ts';
import { useAct } from '../ipc/hooks.ts';
import { IconButton } from '../ui/Button.tsx';

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
        </li>
      ))}
    </ul>
  );
}

function ChipWords({ attachment }: { readonly attachment: AttachmentView }) {
  const t = useT();
  const { title, source, cut } = attachment;
  const Icon = source.kind === 'file' ? FileText : Paperclip;
  return (
    <>
      <Icon size={14} aria-hidden="true" />
      <bdi className="chip-title">{title}</bdi>
      <span className="chip-source">{source.kind === 'file' ? source.path : source.uri}</span>
      {cut ? <span className="badge wait">{t('attach.cut')}</span> : null}
    </>
  );
}
