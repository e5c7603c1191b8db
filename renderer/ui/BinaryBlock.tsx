import { useEffect, useState } from 'react';
import type { ResultBlock } from '#shared/conversation/events.ts';
import { useT } from '../i18n.ts';
import { formatBytes } from './format.ts';
import { MediaBlock } from './MediaBlock.tsx';

/** Fetches a picture or sound of a result by its name; undefined when it is not kept any more. Has to stay the same function. */
export type LoadMedia = (id: string) => Promise<{ readonly mimeType: string; readonly data: Uint8Array<ArrayBuffer> } | undefined>;

interface BinaryBlockProps {
  readonly block: Extract<ResultBlock, { kind: 'binary' }>;
  readonly serverKey: string;
  readonly load: LoadMedia | undefined;
}
/** What of a result is no text: pictures and sounds are shown, everything else is told by kind and size. */
export function BinaryBlock({ block: { mimeType, bytes, media }, serverKey, load }: BinaryBlockProps) {
  const t = useT();
  const [shown, setShown] = useState<Awaited<ReturnType<LoadMedia>> | 'loading'>('loading');
  useEffect(() => {
    let isGone = false;
    const set = (found: Awaited<ReturnType<LoadMedia>>): void => {
      if (!isGone) setShown(found);
    };
    if (media === undefined || load === undefined) set(undefined);
    else
      load(media).then(set, () => {
        set(undefined); // then its kind and size are told
      });
    return () => {
      isGone = true;
    };
  }, [media, load]);
  const words = { type: mimeType, size: formatBytes(bytes) };
  if (shown === 'loading') return null;
  if (shown === undefined)
    return <p className="call-block-line">{t(media === undefined ? 'chat.block.binary' : 'chat.block.mediaGone', words)}</p>;
  const label = t(shown.mimeType.startsWith('image/') ? 'resources.picture' : 'resources.sound', { server: serverKey });
  return (
    <figure className="call-media">
      <MediaBlock {...shown} label={label} />
      <figcaption className="muted small">
        {shown.mimeType}, {words.size}
      </figcaption>
    </figure>
  );
}
