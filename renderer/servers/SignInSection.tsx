import type { SignInView } from '#shared/servers/signIn.ts';
import type { ServerView } from '#shared/servers/status.ts';
import { useT } from '../i18n.ts';
import { useAct, useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { SignInForm } from './SignInForm.tsx';
import './SignInSection.css';

/** How it stands with the sign-in to a server, and what the person may do about it. */
export function SignInSection({ server: { key, signIn } }: { readonly server: ServerView }) {
  const t = useT();
  if (!signIn) return null;
  const { state, issuer, scopes = [], problem, isBound } = signIn;
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
          {isBound ? (
            <>
              <dt>{t('signIn.bound')}</dt>
              <dd>{t('signIn.bound.yes')}</dd>
            </>
          ) : null}
        </dl>
      )}
      <SignInButtons serverKey={key} signIn={signIn} />
      <SignInForm serverKey={key} signIn={signIn} />
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
