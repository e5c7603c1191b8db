import { type ReactNode, useRef } from 'react';
import type { Place } from '#shared/decision/decision.ts';
import type { Failure } from '#shared/ipc/failure.ts';
import { counted, useT } from '../i18n.ts';
import { ExactText } from '../ui/Exact.tsx';
import { countHidden, type LineBreaks, mixedWords } from '../ui/hidden.ts';
import { SentenceGap } from '../ui/SentenceGap.tsx';
import { useMoreBelow } from './useMoreBelow.ts';

/** Where something runs, in Steward's own words. */
export function Where({ place }: { readonly place: Place }) {
  const t = useT();
  switch (place.kind) {
    case 'bundled':
      return <>{t('decision.place.bundled')}</>;
    case 'this-computer':
      return (
        <>
          {t('decision.place.here')}
          <SentenceGap />
          <ExactText text={place.commandLine} />
        </>
      );
    case 'remote':
      return (
        <>
          {t('decision.place.remote')}
          <SentenceGap />
          <ExactText text={place.host} />
        </>
      );
  }
}

/** A box for text that comes from a server: labelled as such, plain, never part of the frame. */
export function ServerSays({ text, label }: { readonly text: string; readonly label?: string }) {
  const t = useT();
  return (
    <div className="server-says">
      <p className="server-says-label">
        {label ?? t('decision.serverSays')} <HiddenCount text={text} lineBreaks="layout" />
      </p>
      <div className="server-says-text" tabIndex={0}>
        <ExactText text={text} lineBreaks="layout" />
      </div>
    </div>
  );
}

/** Says how many characters of a text cannot be seen and which words mix alphabets; nothing when there are none. */
export function HiddenCount({ text, lineBreaks = 'single' }: { readonly text: string; readonly lineBreaks?: LineBreaks }) {
  const t = useT();
  const count = countHidden(text, lineBreaks);
  const mixed = mixedWords(text);
  return (
    <>
      {count > 0 ? (
        <span className="hidden-count">{t(counted(count, 'decision.hidden.one', 'decision.hidden.many'), { count })}</span>
      ) : null}
      {mixed.length > 0 ? (
        <span className="hidden-count">
          <ExactText text={t('decision.mixed', { words: mixed })} />
        </span>
      ) : null}
    </>
  );
}

/** What is odd about names that stand in a sentence of Steward's own: characters that cannot be seen, letters that look like others. */
export function NameMarks({ names }: { readonly names: readonly string[] }) {
  return <HiddenCount text={names.join(' ')} />;
}

/** The row of answers, which stays in view while its card does. It says when there is more to read, and what became of the last answer. */
export function Answers({ failure, children }: { readonly failure: Failure | undefined; readonly children: ReactNode }) {
  const t = useT();
  const end = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const isMoreBelow = useMoreBelow(end, row);
  return (
    <>
      <div ref={end} className="answers-end" />
      <div ref={row} className="answers">
        {children}
        {isMoreBelow ? <span className="answers-more">{t('decision.moreBelow')}</span> : null}
        <p className="answers-failure" role="status">
          {failure ? t(`failure.${failure.code}`) : ''}
        </p>
      </div>
    </>
  );
}
