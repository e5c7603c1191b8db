import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import type { DecisionOf } from '#shared/decision/decision.ts';
import { useT } from '../i18n.ts';
import { useRequest } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { letterFor } from './letters.ts';
import { Answers, HiddenCount, NameMarks, Where } from './parts.tsx';
import { useSettle } from './useSettle.ts';
import './Review.css';
import './SignIn.css';

type SignIn = DecisionOf<'sign-in'>;

/** Shall this page be opened in the browser to sign in? Where it leads and what it asks for stand here in Steward's own words, and all of it. */
export function SignInCard({ decision }: { readonly decision: SignIn }) {
  const t = useT();
  const { answer, isInert, failure } = useSettle(decision);
  const amending = useRequest('decision.amend');
  const isMore = decision.reason === 'more-rights';
  return (
    <>
      <h2>
        {t(isMore ? 'decision.signIn.more.before' : 'decision.signIn.before')}
        <strong>
          <ExactText text={decision.serverKey} />
        </strong>
        {t('decision.signIn.after')} <NameMarks names={[decision.serverKey]} />
      </h2>
      <p className="where">
        <Where place={decision.place} />
      </p>
      <p>{t(isMore ? 'decision.signIn.more' : 'decision.signIn.what')}</p>
      {decision.issuers.length > 1 ? (
        <Issuers decision={decision} onPick={(issuer) => void amending.run({ id: decision.id, text: issuer })} isInert={amending.isBusy} />
      ) : null}
      <dl className="launch">
        <dt>{t('decision.signIn.opens')}</dt>
        <dd>
          <Destination decision={decision} />
        </dd>
        <dt>{t('decision.signIn.scopes')}</dt>
        <dd>
          <Scopes decision={decision} />
        </dd>
        <dt>{t('decision.signIn.address')}</dt>
        <dd className="sign-in-address">
          <ExactText text={decision.url} /> <HiddenCount text={decision.url} />
        </dd>
      </dl>
      <Answers failure={failure ?? amending.failure}>
        <Button look="primary" letter={letterFor('sign-in', 'allow')} disabled={isInert || amending.isBusy} onClick={answer('allow')}>
          {t('decision.signIn.open')}
        </Button>
        <Button letter={letterFor('sign-in', 'deny')} disabled={isInert} onClick={answer('deny')}>
          {t('decision.decline')}
        </Button>
        <Button letter={letterFor('sign-in', 'cancel')} disabled={isInert} onClick={answer('cancel')}>
          {t('decision.signIn.cancel')}
        </Button>
      </Answers>
    </>
  );
}

/** The host that the browser will show, and what is odd about it. */
function Destination({ decision: { url, issuer, place } }: { readonly decision: SignIn }) {
  const t = useT();
  const { host, hostname, protocol } = hostOf(url);
  const named = hostOf(issuer).host;
  const warnings = [
    ...(hostname.split('.').some((label) => label.startsWith('xn--')) ? [t('decision.signIn.punycode')] : []),
    ...(protocol === 'http:' ? [t('decision.signIn.plain')] : []),
  ];
  return (
    <>
      <strong className="sign-in-host">
        <ExactText text={host} /> <HiddenCount text={host} />
      </strong>{' '}
      {named === host ? null : (
        <span className="muted">
          <ExactText text={t('decision.signIn.for', { issuer: named })} />
        </span>
      )}{' '}
      {place.kind === 'remote' && hostOf(`https://${place.host}`).hostname !== hostname ? (
        <span className="muted">{t('decision.signIn.elsewhere')}</span>
      ) : null}
      {warnings.map((warning) => (
        <p key={warning} className="sign-in-warning">
          <TriangleAlert size={14} aria-hidden="true" />
          {warning}
        </p>
      ))}
    </>
  );
}

function Scopes({ decision: { scopes, newScopes } }: { readonly decision: SignIn }) {
  const t = useT();
  if (scopes.length === 0) return <span className="muted">{t('decision.signIn.noScopes')}</span>;
  return (
    <ul className="plain sign-in-scopes">
      {scopes.map((scope) => (
        <li key={scope}>
          <ExactText text={scope} /> <NameMarks names={[scope]} />
          {newScopes.includes(scope) ? <span className="badge wait">{t('decision.signIn.new')}</span> : null}
        </li>
      ))}
    </ul>
  );
}

interface IssuersProps {
  readonly decision: SignIn;
  readonly onPick: (issuer: string) => void;
  readonly isInert: boolean;
}
/** The authorization servers that the server names: the person picks. Another one makes another card. */
function Issuers({ decision, onPick, isInert }: IssuersProps) {
  const t = useT();
  const name = useId();
  return (
    <fieldset className="sign-in-issuers" disabled={isInert}>
      <legend>{t('decision.signIn.choose')}</legend>
      {decision.issuers.map((issuer) => (
        <label key={issuer}>
          <input type="radio" name={name} checked={issuer === decision.issuer} onChange={() => onPick(issuer)} />
          <ExactText text={issuer} /> <NameMarks names={[issuer]} />
        </label>
      ))}
    </fieldset>
  );
}

function hostOf(text: string): Pick<URL, 'host' | 'hostname' | 'protocol'> {
  return URL.canParse(text) ? new URL(text) : { host: text, hostname: text, protocol: '' };
}
