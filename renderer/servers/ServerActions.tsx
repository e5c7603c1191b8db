import { useState } from 'react';
import type { ServerView } from '#shared/servers/status.ts';
import { useT } from '../i18n.ts';
import { useAct, useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { SignInButton } from './SignInSection.tsx';
import { TestButton, TestResult, useServerTest } from './TestServer.tsx';

/** What can be done with a server as a whole. */
export function ServerActions({ server }: { readonly server: ServerView }) {
  const t = useT();
  const act = useAct();
  const [isRemoving, setRemoving] = useState(false);
  const testing = useServerTest(server.key);
  const { key } = server;
  const { status } = server.state;
  const isOff = status === 'off';
  const isAsked = useTopics((s) => s.decisions.some((d) => (d.kind === 'server-trust' || d.kind === 'tools') && d.serverKey === key));
  const needsReview = status === 'untrusted' || server.tools.some((tool) => !tool.accepted && tool.unusable === undefined);
  return (
    <>
      <div className="server-actions">
        {needsReview ? (
          <Button size="small" look="primary" onClick={() => (isAsked ? act('decision.visit', {}) : act('server.review', { key }))}>
            {t('servers.review')}
          </Button>
        ) : null}
        {status === 'sign-in' || server.signIn?.state === 'needed' ? <SignInButton serverKey={key} /> : null}
        <TestButton testing={testing} />
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
      </div>
      <TestResult testing={testing} />
      {isRemoving ? <RemoveDialog serverKey={key} onClose={() => setRemoving(false)} /> : null}
    </>
  );
}

function RemoveDialog({ serverKey, onClose }: { readonly serverKey: string; readonly onClose: () => void }) {
  const t = useT();
  const act = useAct();
  return (
    <Dialog
      title={t('servers.remove.title', { server: serverKey })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            look="danger"
            onClick={() => {
              onClose();
              act('server.remove', { key: serverKey });
            }}
          >
            {t('servers.remove.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('servers.remove.what')}</p>
    </Dialog>
  );
}
