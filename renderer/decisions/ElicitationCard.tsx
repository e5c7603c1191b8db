import { type MouseEvent, useId, useRef, useState } from 'react';
import type { DecisionOf } from '#shared/decision/decision.ts';
import { nameOfField } from '#shared/elicitation/form.ts';
import { secretAnswers, sendAnyway } from '#shared/elicitation/secretStop.ts';
import { useT } from '../i18n.ts';
import { Button } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { checkDraft, type Draft, firstDraft } from './formAnswers.ts';
import { FormFields } from './FormFields.tsx';
import { letterFor } from './letters.ts';
import { Answers, ServerSays } from './parts.tsx';
import { useSettle } from './useSettle.ts';
import { WhoAsks } from './WhoAsks.tsx';
import './Information.css';

/** A server's form. It is checked while it is filled in, and again by main; what stands here is what the server gets. */
export function ElicitationCard({ decision }: { readonly decision: DecisionOf<'elicitation'> }) {
  const t = useT();
  const { fields, message } = decision;
  const form = useRef<HTMLDivElement>(null);
  const needed = useId();
  const { answer, isInert, failure } = useSettle(decision);
  const [draft, setDraft] = useState<Draft>(() => firstDraft(fields));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isTicked, setTicked] = useState(false);
  const { content, problems } = checkDraft(fields, draft);
  const secrets = secretAnswers(decision, content);
  const isStopped = secrets.length > 0 && !isTicked;
  const said = Object.fromEntries(Object.entries(problems).filter(([key]) => left.has(key)));
  const approve = (event: MouseEvent): void => {
    if (Object.keys(problems).length === 0) return answer('allow', { ...content, ...(isTicked ? { [sendAnyway]: true } : {}) })(event);
    setLeft(new Set(fields.map((field) => field.key)));
    // The first that is wrong, once the page has marked it.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <>
      <div className="decision-columns">
        <div className="decision-about">
          <WhoAsks decision={decision} wants="decision.elicitation.wants" />
          {message === '' ? null : <ServerSays text={message} />}
          <p className="muted">{t('information.what')}</p>
        </div>
        <section className="information-form" aria-label={t('information.form')} ref={form}>
          {fields.length === 0 ? (
            <p className="muted">{t('information.nothing')}</p>
          ) : (
            <FormFields
              fields={fields}
              draft={draft}
              problems={said}
              onChange={(key, value) => {
                setDraft({ ...draft, [key]: value });
                setTicked(false); // what was agreed to was another answer
                if (typeof value !== 'string') setLeft(new Set([...left, key]));
              }}
              onLeave={(key) => setLeft(new Set([...left, key]))}
            />
          )}
          <Stop decision={decision} secrets={secrets} isTicked={isTicked} onTick={setTicked} />
        </section>
      </div>
      <Answers failure={failure}>
        <Button
          look="primary"
          letter={letterFor('elicitation', 'allow')}
          disabled={isInert || isStopped}
          aria-describedby={isStopped ? needed : undefined}
          onClick={approve}
        >
          {t('decision.approve')}
        </Button>
        <Button letter={letterFor('elicitation', 'deny')} disabled={isInert} onClick={answer('deny')}>
          {t('decision.decline')}
        </Button>
        <Button letter={letterFor('elicitation', 'cancel')} disabled={isInert} onClick={answer('cancel')}>
          {t('decision.cancel')}
        </Button>
        {isStopped ? (
          <span className="answers-note" id={needed}>
            {t('information.stop.needed')}
          </span>
        ) : null}
      </Answers>
    </>
  );
}

interface StopProps {
  readonly decision: DecisionOf<'elicitation'>;
  /** The fields with answers that look like secrets. */
  readonly secrets: readonly string[];
  readonly isTicked: boolean;
  readonly onTick: (isTicked: boolean) => void;
}
/** Said as soon as a form sounds like one for secrets or an answer looks like one; the tick is there once there is something to send (S34). */
function Stop({ decision, secrets, isTicked, onTick }: StopProps) {
  const t = useT();
  const { fields, secretLooking } = decision;
  const about = fields.filter(({ key, secretLooking: asked }) => asked || secrets.includes(key));
  if (!secretLooking && about.length === 0) return null;
  return (
    <div className="information-stop" role="note">
      <h3>{t('information.stop.title')}</h3>
      <p>{t('information.stop.what')}</p>
      {about.length === 0 ? null : (
        <p>
          <ExactText text={t('information.stop.fields', { fields: about.map(nameOfField).join(', ') })} />
        </p>
      )}
      {secrets.length === 0 ? null : (
        <label className="information-tick">
          <input type="checkbox" checked={isTicked} onChange={(event) => onTick(event.target.checked)} />
          <span>{t('information.stop.tick')}</span>
        </label>
      )}
    </div>
  );
}
