import { useState } from 'react';
import type { SignInView } from '#shared/servers/signIn.ts';
import type { ServerView } from '#shared/servers/status.ts';
import { useT } from '../i18n.ts';
import { useAct, useRequest, useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { TextField } from '../ui/Field.tsx';
import { SwitchRow } from '../ui/SwitchRow.tsx';
import './SignInSection.css';

/** How it stands with the sign-in to a server, and what the person may do about it. */
export function SignInSection({ server: { key, signIn } }: { readonly server: ServerView }) {
  const t = useT();
  if (!signIn) return null;
  const { state, issuer, scopes = [], problem } = signIn;
  return (
    <section className="server-section sign-in-section" aria-labelledby="server-sign-in">
      <h2 id="server-sign-in">{t('signIn.title')}</h2>
      <p>{t(`signIn.state.${state}`)}</p>
      {problem ? (
        <div className="server-problem" role="status">
          <p>{t(`signIn.problem.${problem.code}`)}</p>
          <p className="technical">{problem.detail}</p>
        </div>
      ) : null}
      {issuer === undefined ? null : (
        <dl className="facts">
          <dt>{t('signIn.issuer')}</dt>
          <dd>
            <ExactText text={issuer} />
          </dd>
          {scopes.length > 0 ? (
            <>
              <dt>{t('signIn.scopes')}</dt>
              <dd>
                <ExactText text={scopes.join('  ')} />
              </dd>
            </>
          ) : null}
        </dl>
      )}
      <SignInButtons serverKey={key} signIn={signIn} />
      {/* Another choice, made elsewhere or saved, begins the form anew. */}
      <OwnClient key={JSON.stringify([signIn.choice, signIn.hasClientSecret])} serverKey={key} signIn={signIn} />
    </section>
  );
}

interface Props {
  readonly serverKey: string;
  readonly signIn: SignInView;
}
/** Asks for a sign-in, or leads to where it is asked for. */
export function SignInButton({ serverKey, isPlain = false }: { readonly serverKey: string; readonly isPlain?: boolean }) {
  const t = useT();
  const act = useAct();
  const isAsked = useTopics((s) => s.decisions.some((d) => d.kind === 'sign-in' && d.serverKey === serverKey));
  return (
    <Button
      size="small"
      look={isPlain ? 'plain' : 'primary'}
      onClick={() => (isAsked ? act('decision.visit', {}) : act('server.signIn', { serverKey }))}
    >
      {t('signIn.in')}
    </Button>
  );
}

function SignInButtons({ serverKey, signIn: { state, issuer } }: Props) {
  const t = useT();
  const act = useAct();
  return (
    <div className="server-actions">
      {state === 'none' ? <SignInButton serverKey={serverKey} isPlain /> : null}
      {issuer === undefined ? null : (
        <Button size="small" onClick={() => act('server.signOut', { serverKey })}>
          {t('signIn.out')}
        </Button>
      )}
    </div>
  );
}

/** A client that the person has registered, for authorization servers that know nobody else. */
function OwnClient({ serverKey, signIn: { choice, hasClientSecret } }: Props) {
  const t = useT();
  const { run, isBusy, failure } = useRequest('server.setSignIn');
  const [clientId, setClientId] = useState(choice.clientId);
  const [secret, setSecret] = useState('');
  const [withoutPkce, setWithoutPkce] = useState(choice.withoutPkce);
  const save = (clientSecret?: string): void =>
    void run({ serverKey, choice: { clientId: clientId.trim(), withoutPkce }, ...(clientSecret === undefined ? {} : { clientSecret }) });
  return (
    <Disclosure summary={t('signIn.registered')} startsOpen={choice.clientId !== ''}>
      <div className="sign-in-client">
        <TextField label={t('signIn.clientId')} hint={t('signIn.clientId.hint')} value={clientId} onChange={setClientId} mono />
        <TextField
          label={t('signIn.clientSecret')}
          hint={t(hasClientSecret ? 'signIn.clientSecret.kept' : 'signIn.clientSecret.hint')}
          value={secret}
          onChange={setSecret}
          type="password"
        />
        <SwitchRow label={t('signIn.withoutPkce')} hint={t('signIn.withoutPkce.hint')} isOn={withoutPkce} onChange={setWithoutPkce} />
        {failure ? (
          <p className="form-failure" role="alert">
            {t(`failure.${failure.code}`)}
          </p>
        ) : null}
        <div className="server-actions">
          <Button size="small" look="primary" disabled={isBusy} onClick={() => save(secret === '' ? undefined : secret)}>
            {t('signIn.save')}
          </Button>
          {hasClientSecret ? (
            <Button size="small" look="quiet" disabled={isBusy} onClick={() => save('')}>
              {t('signIn.clientSecret.remove')}
            </Button>
          ) : null}
        </div>
      </div>
    </Disclosure>
  );
}
