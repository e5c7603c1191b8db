import type { ServerLog } from '#shared/trace/traffic.ts';
import { useT } from '../i18n.ts';
import { formatBytes } from '../ui/format.ts';
import { clockTime } from './clockTime.ts';
import { SentenceGap } from '../ui/SentenceGap.tsx';

/** The answers of a server that nobody waited for, newest first; nothing when there were none. */
export function StrayAnswers({ log: { answers, answersCount } }: { readonly log: ServerLog }) {
  const t = useT();
  if (answersCount === 0) return null;
  return (
    <section className="server-section" aria-labelledby="log-answers">
      <h2 id="log-answers">{t('servers.answers')}</h2>
      <p className="muted">
        {t('servers.answers.what')}
        <SentenceGap />
        {answersCount > answers.length ? t('servers.answers.count', { count: answersCount }) : null}
      </p>
      <ol className="plain log-messages">
        {answers.toReversed().map(({ at, why, bytes, digest }, index) => (
          <li key={`${at} ${answers.length - index}`} className="stray-answer">
            <time className="muted">{clockTime(at)}</time>
            <span>{t(`servers.answers.${why}`)}</span>
            <span className="muted">{formatBytes(bytes)}</span>
            <code title={digest}>{digest.slice(0, 12)}</code>
          </li>
        ))}
      </ol>
    </section>
  );
}
