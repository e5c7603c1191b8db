import type { ReactNode } from 'react';
import type { Place } from '#shared/decision/decision.ts';
import type { Failure } from '#shared/ipc/failure.ts';
import { counted, useT } from '../i18n.ts';
import { ExactText } from '../ui/Exact.tsx';
import { countHidden, type LineBreaks } from '../ui/hidden.ts';

/** Where something runs, in Steward's own words. */
export function Where({ place }: { readonly place: Place }) {
  const t = useT();
  switch (place.kind) {
    case 'bundled':
      return <>{t('decision.place.bundled')}</>;
    case 'this-computer':
      return (
        <>
          {t('decision.place.here')} <ExactText text={place.commandLine} />
        </>
      );
    case 'remote':
      return (
        <>
          {t('decision.place.remote')} <ExactText text={place.host} />
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
      <ExactText text={text} lineBreaks="layout" />
    </div>
  );
}

/** Says how many characters of a text cannot be seen; nothing when there are none. */
export function HiddenCount({ text, lineBreaks = 'single' }: { readonly text: string; readonly lineBreaks?: LineBreaks }) {
  const t = useT();
  const count = countHidden(text, lineBreaks);
  if (count === 0) return null;
  return <span className="hidden-count">{t(counted(count, 'decision.hidden.one', 'decision.hidden.many'), { count })}</span>;
}

/** The row of answers, which stays in view while its card does; and what became of the last one. */
export function Answers({ failure, children }: { readonly failure: Failure | undefined; readonly children: ReactNode }) {
  const t = useT();
  return (
    <div className="answers">
      {children}
      <p className="answers-failure" role="status">
        {failure ? t(`failure.${failure.code}`) : ''}
      </p>
    </div>
  );
}
