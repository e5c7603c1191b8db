import type { DecisionOf } from '#shared/decision/decision.ts';
import { isOnThisComputer } from '#shared/net/loopback.ts';
import { useLocale, useT } from '../i18n.ts';
import { Button } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { inDigits } from '../ui/format.ts';
import { letterFor } from './letters.ts';
import { Answers, HiddenCount, NameMarks, Where } from './parts.tsx';
import { useSettle } from './useSettle.ts';
import { SentenceGap } from '../ui/SentenceGap.tsx';

type Request = DecisionOf<'sampling-request'>;

/** May a model be asked this for a server? The text stands here whole, as the server wrote it. */
export function SamplingRequestCard({ decision }: { readonly decision: Request }) {
  const t = useT();
  const locale = useLocale();
  const { answer, isInert, failure } = useSettle(decision);
  return (
    <>
      <div className="decision-columns">
        <div className="decision-about">
          <h2>
            {t('decision.sampling.before')}
            <strong>
              <ExactText text={decision.serverKey} />
            </strong>
            {t('decision.sampling.wants')} <NameMarks names={[decision.serverKey]} />
          </h2>
          <p className="where">
            <Where place={decision.place} />
          </p>
          {decision.toolName === undefined ? null : (
            <p>
              <ExactText text={t('decision.sampling.forTool', { tool: decision.toolName })} />
            </p>
          )}
          <Model decision={decision} />
          <p className="muted">{t('decision.sampling.spent', inDigits(locale, decision.spent))}</p>
          <p className="muted">{t('decision.sampling.alone')}</p>
        </div>
        <div className="sampling-texts">
          {decision.system === undefined ? null : <Said label={t('decision.sampling.system')} text={decision.system} />}
          {decision.messages.map(({ role, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the messages of one request never move.
            <Said key={at} label={t(`decision.sampling.${role}`)} text={text} />
          ))}
        </div>
      </div>
      <Choice decision={decision} answer={answer} isInert={isInert} failure={failure} />
    </>
  );
}

function Model({ decision }: { readonly decision: Request }) {
  const t = useT();
  const { model, askedTokens, maxTokens, hints } = decision;
  const { origin } = model;
  const leaves = model.sendsOut && !(origin !== undefined && isOnThisComputer(origin));
  const where = !model.sendsOut
    ? t('decision.sampling.stays')
    : origin === undefined
      ? t('decision.sampling.sendsSomewhere')
      : t(leaves ? 'decision.sampling.sends' : 'decision.sampling.sendsHere', { origin });
  return (
    <>
      <p>
        <ExactText text={t('decision.sampling.model', { model: model.name })} />
        <SentenceGap />
        <span className={leaves ? 'leaves' : ''}>
          <ExactText text={where} />
        </span>
      </p>
      <p>
        {t(askedTokens > maxTokens ? 'decision.sampling.tokensCut' : 'decision.sampling.tokens', { count: maxTokens, asked: askedTokens })}
      </p>
      {hints.length > 0 ? (
        <p className="muted">
          <ExactText text={t('decision.sampling.hints', { hints })} />
        </p>
      ) : null}
    </>
  );
}

/** May the server have this answer? */
export function SamplingAnswerCard({ decision }: { readonly decision: DecisionOf<'sampling-answer'> }) {
  const t = useT();
  const { answer, isInert, failure } = useSettle(decision);
  return (
    <>
      <div className="decision-columns">
        <div className="decision-about">
          <h2>
            {t('decision.sampling.answered')}
            <strong>
              <ExactText text={decision.serverKey} />
            </strong>
            {t('decision.sampling.willGet')}
          </h2>
          <p className="where">
            <Where place={decision.place} />
          </p>
          <p>
            <ExactText text={t('decision.sampling.from', { model: decision.modelName, tokens: decision.tokens })} />
            <SentenceGap />
            {decision.cut ? t('decision.sampling.cut') : ''}
          </p>
          <p className="muted">{t('decision.sampling.notSent')}</p>
        </div>
        <div className="sampling-texts">
          {decision.text === '' ? (
            <p className="muted">{t('decision.sampling.empty')}</p>
          ) : (
            <Said label={t('decision.sampling.answer')} text={decision.text} />
          )}
        </div>
      </div>
      <Choice decision={decision} answer={answer} isInert={isInert} failure={failure} />
    </>
  );
}

/** Text of a server or a model in a labelled box, plain. */
function Said({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <section className="sampling-said" aria-label={label}>
      <p className="server-says-label">
        {label} <HiddenCount text={text} lineBreaks="layout" />
      </p>
      <ExactText text={text} lineBreaks="layout" />
    </section>
  );
}

type ChoiceProps = ReturnType<typeof useSettle> & { readonly decision: DecisionOf<'sampling-request' | 'sampling-answer'> };
function Choice({ decision, answer, isInert, failure }: ChoiceProps) {
  const t = useT();
  return (
    <Answers failure={failure}>
      <Button look="primary" letter={letterFor(decision.kind, 'allow')} disabled={isInert} onClick={answer('allow')}>
        {t('decision.approve')}
      </Button>
      <Button letter={letterFor(decision.kind, 'deny')} disabled={isInert} onClick={answer('deny')}>
        {t('decision.decline')}
      </Button>
    </Answers>
  );
}
