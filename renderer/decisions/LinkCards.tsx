import type { DecisionOf } from '#shared/decision/decision.ts';
import { useT } from '../i18n.ts';
import { useRequest } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { letterFor } from './letters.ts';
import { Answers, HiddenCount, ServerSays } from './parts.tsx';
import { useSettle } from './useSettle.ts';
import { WhoAsks } from './WhoAsks.tsx';
import './Information.css';

/** A link that a server wants opened: whole, with its host marked. Nothing of it can be clicked but the answer (ELI-6, ELI-7). */
export function LinkCard({ decision }: { readonly decision: DecisionOf<'link'> }) {
  const t = useT();
  const { answer, isInert, failure } = useSettle(decision);
  const { before, host, after, asciiHost, unicodeHost, message } = decision;
  return (
    <>
      <div className="decision-columns">
        <div className="decision-about">
          <WhoAsks decision={decision} wants="decision.link.wants" />
          {message === '' ? null : <ServerSays text={message} />}
          <p className="muted">{t('link.what')}</p>
        </div>
        <section className="information-form" aria-label={t('link.whole')}>
          <p className="link-host">
            <ExactText text={t('link.host', { host: asciiHost })} />
          </p>
          <div className="link-whole" tabIndex={0} role="group" aria-label={t('link.whole')}>
            <ExactText text={before} />
            <mark>
              <ExactText text={host} />
            </mark>
            <ExactText text={after} />
          </div>
          <HiddenCount text={host} />
          {unicodeHost === undefined ? null : (
            <p className="information-stop">
              <ExactText text={t('link.punycode', { unicode: unicodeHost, ascii: asciiHost })} /> <HiddenCount text={unicodeHost} />
            </p>
          )}
          {/^http:/i.test(before) ? <p className="muted">{t('link.http')}</p> : null}
        </section>
      </div>
      <Answers failure={failure}>
        <Button look="primary" letter={letterFor('link', 'allow')} disabled={isInert} onClick={answer('allow')}>
          {t('decision.openLink')}
        </Button>
        <Button letter={letterFor('link', 'deny')} disabled={isInert} onClick={answer('deny')}>
          {t('decision.decline')}
        </Button>
        <Button letter={letterFor('link', 'cancel')} disabled={isInert} onClick={answer('cancel')}>
          {t('decision.cancel')}
        </Button>
      </Answers>
    </>
  );
}

/** The person is in the browser; they say when the call may be sent again (ELI-8). */
export function LinkWaitingCard({ decision }: { readonly decision: DecisionOf<'link-waiting'> }) {
  const t = useT();
  const { answer, isInert, failure } = useSettle(decision);
  const opening = useRequest('decision.openAgain');
  return (
    <>
      <div className="decision-about">
        <WhoAsks decision={decision} wants="decision.linkWaiting.wants" />
        <p>
          <ExactText text={t('link.waiting.what', { hosts: decision.hosts.join(', ') })} />
        </p>
      </div>
      <Answers failure={failure ?? opening.failure}>
        <Button look="primary" letter={letterFor('link-waiting', 'allow')} disabled={isInert} onClick={answer('allow')}>
          {t('decision.retry')}
        </Button>
        <Button
          letter={letterFor('link-waiting', 'again')}
          disabled={isInert || opening.isBusy}
          onClick={(event) => void (event.detail < 2 && opening.run({ id: decision.id }))}
        >
          {t('link.openAgain')}
        </Button>
        <Button letter={letterFor('link-waiting', 'cancel')} disabled={isInert} onClick={answer('cancel')}>
          {t('decision.cancel')}
        </Button>
      </Answers>
    </>
  );
}
