import { useState } from 'react';
import { isStdio } from '#shared/servers/config.ts';
import { secretUses } from '#shared/secrets/secretUse.ts';
import type { ServerView } from '#shared/servers/status.ts';
import { isSecretName } from '#shared/trace/secretNames.ts';
import { useT } from '../i18n.ts';
import { useTopics } from '../ipc/hooks.ts';
import { SecretRows } from '../SecretRows.tsx';
import { Button } from '../ui/Button.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { formatBytes, formatDuration } from '../ui/format.ts';
import { EraPin } from './EraPin.tsx';
import { EditServer } from './EditServer.tsx';
import { ProtocolSection } from './ProtocolSection.tsx';
import { LastWords, Problem, RawBox } from './ServerParts.tsx';
import { SignInSection } from './SignInSection.tsx';
import { ServerPermissions } from './ServerPermissions.tsx';
import { ServerResources } from './ServerResources.tsx';

/** How a server is, what it says of itself, and how it is started. */
export function OverviewTab({ server }: { readonly server: ServerView }) {
  const t = useT();
  return (
    <>
      <Problem server={server} />
      <LastWords server={server} />
      <SignInSection server={server} />
      <Facts server={server} />
      <Launch server={server} />
      <OwnSecrets server={server} />
      <ServerPermissions server={server} />
      <ServerResources serverKey={server.key} />
      <ProtocolSection server={server} />
      <EraPin server={server} />
      {server.instructions ? (
        <section className="server-section" aria-labelledby="server-instructions">
          <h2 id="server-instructions">{t('servers.instructions')}</h2>
          <Disclosure summary={t('serverPage.instructions.read', { size: formatBytes(bytesOf(server.instructions)) })}>
            <RawBox text={server.instructions} copyLabel={t('serverPage.copyInstructions')} />
          </Disclosure>
        </section>
      ) : null}
    </>
  );
}

/** The secrets that this server's entry names. */
function OwnSecrets({ server }: { readonly server: ServerView }) {
  const t = useT();
  const { names } = useTopics((s) => s.secrets);
  const servers = useTopics((s) => s.servers);
  const uses = secretUses(names, servers).filter((use) => use.servers.includes(server.key));
  if (uses.length === 0) return null;
  return (
    <section className="server-section" aria-labelledby="server-secrets">
      <h2 id="server-secrets">{t('secrets.title')}</h2>
      <SecretRows secrets={uses} />
    </section>
  );
}

function Facts({ server: { state, serverInfo, strayLines, strayAnswers = 0 } }: { readonly server: ServerView }) {
  const t = useT();
  if (state.status !== 'ready' && !serverInfo && strayLines === 0 && strayAnswers === 0) return null;
  return (
    <section className="server-section" aria-labelledby="server-facts">
      <h2 id="server-facts">{t('serverPage.facts')}</h2>
      <dl className="facts">
        {state.status === 'ready' ? (
          <>
            <dt>{t('serverPage.protocol')}</dt>
            <dd>
              {state.version} · {t(`serverPage.era.${state.era}`)}
            </dd>
            <dt>{t('serverPage.readyIn')}</dt>
            <dd>{formatDuration(t, state.readyMs)}</dd>
          </>
        ) : null}
        {serverInfo ? (
          <>
            <dt>{t('serverPage.says')}</dt>
            <dd>
              <ExactText text={[serverInfo.title, serverInfo.name, serverInfo.version].filter((part) => part).join(' · ')} />
              <p className="muted small">{t('serverPage.says.what')}</p>
            </dd>
          </>
        ) : null}
        {strayLines > 0 ? (
          <>
            <dt>{t('serverPage.stray')}</dt>
            <dd>
              {strayLines} <span className="muted small">{t('servers.stray.what')}</span>
            </dd>
          </>
        ) : null}
        {strayAnswers > 0 ? (
          <>
            <dt>{t('servers.answers')}</dt>
            <dd>
              {strayAnswers} <span className="muted small">{t('servers.answers.what')}</span>
            </dd>
          </>
        ) : null}
      </dl>
    </section>
  );
}

function Launch({ server }: { readonly server: ServerView }) {
  const t = useT();
  const [isEditing, setEditing] = useState(false);
  const { entry } = server;
  if (!entry) {
    return (
      <section className="server-section" aria-labelledby="server-launch">
        <h2 id="server-launch">{t('serverPage.launch')}</h2>
        <p>{t('servers.place.bundled')}</p>
      </section>
    );
  }
  if (isEditing) return <EditServer serverKey={server.key} entry={entry} onDone={() => setEditing(false)} />;
  const variables = Object.entries((isStdio(entry) ? entry.env : entry.headers) ?? {});
  return (
    <section className="server-section" aria-labelledby="server-launch">
      <div className="server-section-head">
        <h2 id="server-launch">{t('serverPage.launch')}</h2>
        <Button size="small" onClick={() => setEditing(true)}>
          {t('serverPage.edit')}
        </Button>
      </div>
      <dl className="facts">
        <dt>{t(isStdio(entry) ? 'servers.form.command' : 'serverPage.address')}</dt>
        <dd className="technical">
          <ExactText text={isStdio(entry) ? entry.command : entry.url} />
        </dd>
        {isStdio(entry) && entry.args?.length ? (
          <>
            <dt>{t('servers.form.args')}</dt>
            <dd className="technical">
              <ol className="plain">
                {entry.args.map((arg, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: arguments have no identity but their place.
                  <li key={at}>
                    <ExactText text={arg} />
                  </li>
                ))}
              </ol>
            </dd>
          </>
        ) : null}
        {variables.length > 0 ? (
          <>
            <dt>{t(isStdio(entry) ? 'servers.form.env' : 'serverPage.headers')}</dt>
            <dd className="technical">
              <ul className="plain">
                {variables.map(([name, value]) => (
                  <li key={name}>
                    <ExactText text={`${name}=${masked(name, value)}`} />
                  </li>
                ))}
              </ul>
            </dd>
          </>
        ) : null}
        {isStdio(entry) && entry.cwd ? (
          <>
            <dt>{t('serverPage.cwd')}</dt>
            <dd className="technical">
              <ExactText text={entry.cwd} />
            </dd>
          </>
        ) : null}
      </dl>
    </section>
  );
}

/** A reference is shown; a secret that was written down is not: somebody may look over the shoulder. */
const masked = (name: string, value: string): string =>
  value === '' || !isSecretName(name) || /^(Bearer )?\$\{[^}]*\}$/.test(value) ? value : '••••••';
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
