import { useCallback } from 'react';
import './MediaBlock.css';

interface MediaBlockProps {
  readonly mimeType: string;
  readonly data: Uint8Array<ArrayBuffer>;
  /** What it is called by who can't see it. */
  readonly label: string;
}
/** A picture or a sound from bytes that main has told by their beginning; nothing is loaded from anywhere. */
export function MediaBlock({ mimeType, data, label }: MediaBlockProps) {
  const show = useCallback(
    (element: HTMLImageElement | HTMLAudioElement | null) => {
      if (!element) return undefined;
      const url = URL.createObjectURL(new Blob([data], { type: mimeType }));
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [data, mimeType],
  );
  return mimeType.startsWith('image/') ? (
    <img ref={show} className="media-picture" alt={label} />
  ) : (
    <audio ref={show} controls aria-label={label} />
  );
}
