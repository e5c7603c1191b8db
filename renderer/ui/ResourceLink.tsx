import { useState } from 'react';
import type { ReadContent } from '#shared/resources/resources.ts';
import { useT } from '../i18n.ts';
import { Button } from './Button.tsx';
import { formatBytes } from './format.ts';
import { LongText } from './LongText.tsx';
import { MediaBlock } from './MediaBlock.tsx';

/** Reads an address through the very server that named it, and through nothing else. */
export type ReadLink = (serverKey: string, uri: string) => Promise<readonly ReadContent[]>;

interface ResourceLinkProps {
  readonly serverKey: string;
  readonly uri: string;
  readonly title: string;
  readonly read: ReadLink | undefined;
  /** Shows it in the resource browser. */
  readonly onOpen: ((serverKey: string, uri: string) => void) | undefined;
}
/** A resource that a result only names. It is read when the person asks for it: it need not be in any list (TOL-8). */
export function ResourceLink({ serverKey, uri, title, read, onOpen }: ResourceLinkProps) {
  const t = useT();
  const [state, setState] = useState<'closed' | 'loading' | 'failed' | readonly ReadContent[]>('closed');
  const onRead = (): void => {
    setState('loading');
    read?.(serverKey, uri).then(setState, () => setState('failed'));
  };
  return (
    <div className="call-block-resource">
      <p className="call-block-line">
        {title === uri ? null : `${title} `}
        <span className="technical">{uri}</span>{' '}
        {read && (state === 'closed' || state === 'failed') ? (
          <Button size="small" look="quiet" onClick={onRead}>
            {t('chat.block.readLink')}
          </Button>
        ) : null}
        {onOpen && uri !== '' ? (
          <Button size="small" look="quiet" aria-label={t('chat.block.open.named', { title })} onClick={() => onOpen(serverKey, uri)}>
            {t('chat.block.open')}
          </Button>
        ) : null}
      </p>
      {state === 'loading' ? <p className="muted small">{t('protocol.refreshing')}</p> : null}
      {state === 'failed' ? <p className="muted small">{t('chat.block.readLink.failed')}</p> : null}
      {Array.isArray(state)
        ? // biome-ignore lint/suspicious/noArrayIndexKey: the contents of one read never move.
          (state as readonly ReadContent[]).map((content, at) => <Content key={at} content={content} title={title} serverKey={serverKey} />)
        : null}
    </div>
  );
}

interface ContentProps {
  readonly content: ReadContent;
  readonly title: string;
  readonly serverKey: string;
}
function Content({ content, title, serverKey }: ContentProps) {
  const t = useT();
  switch (content.kind) {
    case 'text':
      return <LongText text={content.text} label={title} />;
    case 'media': {
      const label = t(content.mimeType.startsWith('image/') ? 'resources.picture' : 'resources.sound', { server: serverKey });
      return <MediaBlock mimeType={content.mimeType} data={content.data} label={label} />;
    }
    case 'binary':
      return <p className="call-block-line">{t('chat.block.binary', { type: content.mimeType, size: formatBytes(content.bytes) })}</p>;
  }
}
