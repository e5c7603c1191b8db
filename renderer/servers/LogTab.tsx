import { useState } from 'react';
import { logLevels, type LogLevel, type ServerLog } from '#shared/trace/traffic.ts';
import { useT } from '../i18n.ts';
import { failureOf } from '../ipc/client.ts';
import { useAct, usePageParts } from '../ipc/hooks.ts';
import { ExactText } from '../ui/Exact.tsx';
import { Field } from '../ui/Field.tsx';
import { clockTime } from './clockTime.ts';
import { RawBox } from './ServerParts.tsx';
import { StrayAnswers } from './StrayAnswers.tsx';
import { usePoll } from './usePoll.ts';

/** What a server wrote besides its answers: log messages, standard error, and lines that were no messages. */
export function LogTab({ serverKey }: { readonly serverKey: string }) {
  const t = useT();
  const { client } = usePageParts();
  const [log, setLog] = useState<ServerLog>();
  usePoll(
    () =>
      client.request('server.log', { serverKey }).then(
        (next) => setLog((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next)),
        (thrown: unknown) => void failureOf(thrown), // it may just have been removed
      ),
    1000,
  );
  if (!log) return null;
  return (
    <>
      <Messages serverKey={serverKey} log={log} />
      <section className="server-section" aria-labelledby="log-stderr">
        <h2 id="log-stderr">{t('serverPage.log.stderr')}</h2>
        {log.stderr.length > 0 ? (
          <RawBox text={log.stderr.join('\n')} copyLabel={t('servers.stderr.copy')} tall />
        ) : (
          <p className="muted">{t('serverPage.log.stderr.none')}</p>
        )}
      </section>
      {log.stray.length > 0 ? (
        <section className="server-section" aria-labelledby="log-stray">
          <h2 id="log-stray">{t('serverPage.log.stray')}</h2>
          <p className="muted">{t('servers.stray.what')}</p>
          <RawBox text={log.stray.join('\n')} copyLabel={t('serverPage.log.stray.copy')} />
        </section>
      ) : null}
      <StrayAnswers log={log} />
    </>
  );
}

function Messages({ serverKey, log }: { readonly serverKey: string; readonly log: ServerLog }) {
  const t = useT();
  const act = useAct();
  return (
    <section className="server-section" aria-labelledby="log-messages">
      <div className="server-section-head">
        <h2 id="log-messages">{t('serverPage.log.messages')}</h2>
        {log.canLog ? (
          <div className="log-level">
            <Field label={t('serverPage.log.level')}>
              {(ids) => (
                <select
                  {...ids}
                  className="input"
                  value={log.level ?? ''}
                  onChange={(e) => act('server.setLogLevel', { serverKey, level: (e.target.value || null) as LogLevel | null })}
                >
                  <option value="">{t('serverPage.log.level.none')}</option>
                  {logLevels.map((level) => (
                    <option key={level} value={level}>
                      {level}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </div>
        ) : null}
      </div>
      {log.messages.length === 0 ? (
        <p className="muted">{t(log.canLog ? 'serverPage.log.messages.none' : 'serverPage.log.cannot')}</p>
      ) : (
        <ol className="plain log-messages">
          {log.messages.toReversed().map((message, at) => (
            <li key={`${message.at} ${log.messages.length - at}`} className={`log-message ${message.level}`}>
              <time className="muted">{clockTime(message.at)}</time>
              <span className="log-message-level">{message.level}</span>
              <span>
                {message.logger ? <span className="muted">{message.logger} </span> : null}
                <ExactText text={message.text} lineBreaks="layout" />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
