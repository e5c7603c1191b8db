import { useEffect, useMemo, useState } from 'react';
import { useT } from '../i18n.ts';
import { hexLines } from '../ui/hexLines.ts';

const pageBytes = 4096;

/** The bytes that will be sent, by number, and their sum: what a suspicious person holds against the wire. */
export function ExactBytes({ text }: { readonly text: string }) {
  const t = useT();
  const bytes = useMemo(() => new TextEncoder().encode(text), [text]);
  const [shown, setShown] = useState(pageBytes);
  const [sum, setSum] = useState('');
  useEffect(() => {
    let isCurrent = true;
    crypto.subtle.digest('SHA-256', bytes).then(
      (digest) => {
        if (isCurrent) setSum([...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
      },
      (cause: unknown) => console.warn('sha-256', cause),
    );
    return () => {
      isCurrent = false;
    };
  }, [bytes]);
  const rest = bytes.length - shown;
  return (
    <section className="exact-bytes" aria-label={t('decision.bytes')}>
      <p className="small muted">
        {t('decision.bytes.length', { count: bytes.length })} · {t('decision.bytes.sum')} <code>{sum}</code>
      </p>
      <pre>{hexLines(bytes.subarray(0, shown)).join('\n')}</pre>
      {rest > 0 ? (
        <button type="button" className="bytes-toggle" onClick={() => setShown(shown + pageBytes * 4)}>
          {t('decision.bytes.more', { count: Math.min(rest, pageBytes * 4) })}
        </button>
      ) : null}
    </section>
  );
}
