import { useState } from 'react';
import { isStdio } from '#shared/servers/config.ts';
import type { ServerView, ToolView } from '#shared/servers/status.ts';
import { counted, useT } from '../i18n.ts';
import { useAct, useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { useNow } from '../ui/useNow.ts';
import { LeftOut } from './LeftOut.tsx';
import { serverFacts, stateWords, toneOf } from './stateWords.ts';

/** One server: how it is, what it offers, what it said, and what can be done with it. */
export function ServerCard({ server }: { readonly server: ServerView }) {
  const t = useT();
  const facts = serverFacts(t, server);
  const problem = server.state.status === 'failed' || server.state.status === 'backoff' ? server.state.problem : undefined;
  return (
    <article className={`server ${toneOf(server.state)}`} aria-label={server.key}>
      <header className="server-head">
        <span className="server-dot" aria-hidden="true" />
        <h2>
          <ExactText text={server.key} />
        </h2>
        {server.bundled ? <span className="badge">{t('servers.bundled')}</span> : null}
        {server.strayLines > 0 ? (
          <span className="badge wait" title={t('servers.stray.what')}>
            {t(counted(server.strayLines, 'servers.stray.one', 'servers.stray.many'), { count: server.strayLines })}
          </span>
        ) : null}
        <span className="server-state">
          <StateWords server={server} />
        </span>
      </header>
      <div className="server-body">
        <Where server={server} />
        {facts.length > 0 ? <p className="muted">{facts.join(' · ')}</p> : null}
        {problem ? (
          <div className="server-problem">
            <p>{t(`server.problem.${problem.code}`)}</p>
            {problem.detail ? <p className="technical">{problem.detail}</p> : null}
          </div>
        ) : null}
        {server.stderrTail.length > 0 ? <LastWords lines={server.stderrTail} startsOpen={problem !== undefined} /> : null}
        {server.instructions ? (
          <Disclosure summary={t('servers.instructions')}>
            <div className="raw-box">
              <ExactText text={server.instructions} lineBreaks="layout" />
            </div>
          </Disclosure>
        ) : null}
        <LeftOut server={server} />
        <Tools tools={server.tools} />
        <Actions server={server} />
      </div>
    </article>
  );
}

function StateWords({ server }: { readonly server: ServerView }) {
  const t = useT();
  return server.state.status === 'backoff' ? <Counting server={server} /> : <>{stateWords(t, server.state, 0)}</>;
}
function Counting({ server }: { readonly server: ServerView }) {
  return <>{stateWords(useT(), server.state, useNow())}</>;
}

function Where({ server: { place, entry } }: { readonly server: ServerView }) {
  const t = useT();
  switch (place.kind) {
    case 'bundled':
      return <p className="muted">{t('servers.place.bundled')}</p>;
    case 'this-computer':
      return (
        <p className="server-command">
          <ExactText text={entry && isStdio(entry) ? [entry.command, ...(entry.args ?? [])].join(' ') : place.commandLine} />
        </p>
      );
    case 'remote':
      return (
        <p className="server-command">
          <ExactText text={place.host} />
        </p>
      );
  }
}

function LastWords({ lines, startsOpen }: { readonly lines: readonly string[]; readonly startsOpen: boolean }) {
  const t = useT();
  const text = lines.join('\n');
  return (
    <Disclosure summary={t('servers.stderr')} startsOpen={startsOpen}>
      <div className="raw-box">
        <div className="raw-tools">
          <CopyButton text={text} label={t('servers.stderr.copy')} />
        </div>
        <ExactText text={text} lineBreaks="layout" />
      </div>
    </Disclosure>
  );
}

function Tools({ tools }: { readonly tools: readonly ToolView[] }) {
  const t = useT();
  if (tools.length === 0) return null;
  return (
    <Disclosure summary={t(counted(tools.length, 'servers.tools.one', 'servers.tools.many'), { count: tools.length })}>
      <ul className="plain tools">
        {tools.map((tool) => (
          <li key={tool.name}>
            <Disclosure
              look="row"
              summary={
                <span className="tool-line">
                  <ExactText text={tool.name} />
                  {tool.accepted ? null : <span className="badge wait">{t('servers.tool.notAccepted')}</span>}
                  {tool.unusable === undefined ? null : <span className="badge bad">{t('servers.tool.unusable')}</span>}
                  <span className="tool-description">{tool.description}</span>
                </span>
              }
            >
              {tool.unusable === undefined ? null : <p className="server-problem technical">{tool.unusable}</p>}
              <div className="raw-box">
                <div className="raw-tools">
                  <CopyButton text={tool.raw} label={t('servers.tool.copy')} />
                </div>
                <ExactText text={tool.raw} lineBreaks="layout" />
              </div>
            </Disclosure>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function Actions({ server }: { readonly server: ServerView }) {
  const t = useT();
  const act = useAct();
  const [isRemoving, setRemoving] = useState(false);
  const { key } = server;
  const { status } = server.state;
  const isOff = status === 'off';
  const isAsked = useTopics((s) => s.decisions.some((d) => (d.kind === 'server-trust' || d.kind === 'tools') && d.serverKey === key));
  const needsReview = status === 'untrusted' || server.tools.some((tool) => !tool.accepted && tool.unusable === undefined);
  return (
    <div className="server-actions">
      {needsReview ? (
        <Button size="small" look="primary" onClick={() => (isAsked ? act('decision.visit', {}) : act('server.review', { key }))}>
          {t('servers.review')}
        </Button>
      ) : null}
      {isOff || status === 'untrusted' ? null : (
        <Button size="small" onClick={() => act('server.restart', { key })}>
          {t('servers.restart')}
        </Button>
      )}
      <Button size="small" onClick={() => act('server.setDisabled', { key, disabled: !isOff })}>
        {t(isOff ? 'servers.on' : 'servers.off')}
      </Button>
      {server.bundled ? null : (
        <Button size="small" look="quiet" onClick={() => setRemoving(true)}>
          {t('servers.remove')}
        </Button>
      )}
      {isRemoving ? (
        <Dialog
          title={t('servers.remove.title', { server: key })}
          onClose={() => setRemoving(false)}
          actions={
            <>
              <Button onClick={() => setRemoving(false)}>{t('app.cancel')}</Button>
              <Button
                look="danger"
                onClick={() => {
                  setRemoving(false);
                  act('server.remove', { key });
                }}
              >
                {t('servers.remove.confirm')}
              </Button>
            </>
          }
        >
          <p>{t('servers.remove.what')}</p>
        </Dialog>
      ) : null}
    </div>
  );
}
