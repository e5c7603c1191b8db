import { useState } from 'react';
import { useT } from '../i18n.ts';
import { Button } from './Button.tsx';

/** What is laid out at once; an 8 MB result must not hold the page up. */
const pieceLength = 20_000;

/** Foreign text as plain text, in pieces when it is long; it says how much is left. */
export function LongText({ text, isJson = false }: { readonly text: string; readonly isJson?: boolean }) {
  const t = useT();
  const [length, setLength] = useState(pieceLength);
  const left = text.length - length;
  return (
    <div className="long-text">
      <pre tabIndex={0} className={isJson ? 'exact-bytes' : ''}>
        {left > 0 ? text.slice(0, length) : text}
      </pre>
      {left > 0 ? (
        <Button size="small" onClick={() => setLength(length + pieceLength * 5)}>
          {t('chat.moreText', { count: left })}
        </Button>
      ) : null}
    </div>
  );
}
