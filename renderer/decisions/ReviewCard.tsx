import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { DecisionOf } from '#shared/decision/decision.ts';
import { useT } from '../i18n.ts';
import { Button } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { letterFor } from './letters.ts';
import { Answers, HiddenCount, NameMarks } from './parts.tsx';
import { useSettle } from './useSettle.ts';
import './Review.css';

type Review = DecisionOf<'server-trust'>;

/** May this command be started as a server? Every part of the launch is shown, one a line, nothing cut (I8). */
export function ReviewCard({ decision }: { readonly decision: Review }) {
  const t = useT();
  const { answer, isInert, failure } = useSettle(decision);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const isRemote = decision.place.kind === 'remote';
  const mustTick = decision.env.filter((variable) => variable.secretLooking).map((variable) => variable.name);
  const isTicked = mustTick.every((name) => ticked.includes(name));
  return (
    <>
      <h2>
        {t(isRemote ? 'decision.review.remote.before' : 'decision.review.before')}
        <strong>
          <ExactText text={decision.serverKey} />
        </strong>
        {t(decision.changed ? (isRemote ? 'decision.review.remote.changed' : 'decision.review.changed') : 'decision.review.new')}{' '}
        <NameMarks names={[decision.serverKey]} />
      </h2>
      <p>{t(isRemote ? 'decision.review.remote.what' : 'decision.review.what')}</p>
      {decision.dangers.length > 0 ? (
        <ul className="plain dangers">
          {decision.dangers.map((danger) => (
            <li key={danger}>
              <TriangleAlert size={14} aria-hidden="true" />
              {t(`decision.danger.${danger}`)}
            </li>
          ))}
        </ul>
      ) : null}
      <Launch
        decision={decision}
        ticked={ticked}
        onTick={(name, on) => setTicked(on ? [...ticked, name] : ticked.filter((n) => n !== name))}
      />
      <Answers failure={failure}>
        <Button look="primary" letter={letterFor('server-trust', 'allow')} disabled={isInert || !isTicked} onClick={answer('allow')}>
          {t('decision.trust')}
        </Button>
        <Button letter={letterFor('server-trust', 'deny')} disabled={isInert} onClick={answer('deny')}>
          {t('decision.deny')}
        </Button>
        {isTicked ? null : <span className="answers-note">{t('decision.tickFirst')}</span>}
      </Answers>
    </>
  );
}

interface LaunchProps {
  readonly decision: Review;
  readonly ticked: readonly string[];
  readonly onTick: (name: string, on: boolean) => void;
}
function Launch({ decision, ticked, onTick }: LaunchProps) {
  const t = useT();
  const isRemote = decision.place.kind === 'remote';
  const used = (name: string): string =>
    name.startsWith('secret:') ? t('decision.launch.secretNamed', { name: name.slice('secret:'.length) }) : name;
  return (
    <dl className="launch">
      {decision.place.kind === 'remote' ? (
        <>
          <dt>{t('decision.launch.host')}</dt>
          <dd className="launch-host">
            <Part text={decision.place.host} />
          </dd>
        </>
      ) : null}
      <dt>{t(isRemote ? 'decision.launch.address' : 'decision.launch.command')}</dt>
      <dd>
        <Part text={decision.command} />
      </dd>
      {decision.args.length > 0 ? <dt>{t('decision.launch.args')}</dt> : null}
      {decision.args.map((arg, at) => (
        <dd key={at} className="launch-arg">
          <span className="launch-number">{at + 1}</span>
          <Part text={arg} />
        </dd>
      ))}
      {decision.env.length > 0 ? <dt>{t(isRemote ? 'decision.launch.headers' : 'decision.launch.env')}</dt> : null}
      {decision.env.map((variable) => (
        <dd key={variable.name} className="launch-variable">
          {variable.secretLooking ? (
            <label className="tick">
              <input
                type="checkbox"
                checked={ticked.includes(variable.name)}
                onChange={(event) => onTick(variable.name, event.target.checked)}
              />
              <ExactText text={t('decision.launch.secret', { name: variable.name })} />
            </label>
          ) : null}
          <span>
            <ExactText text={variable.name} /> <NameMarks names={[variable.name]} />
            <span className="muted"> = </span>
            <Part text={variable.value} />
          </span>
          {variable.uses.length > 0 ? (
            <span className="muted">
              <ExactText text={t('decision.launch.uses', { names: variable.uses.map(used) })} />
            </span>
          ) : null}
        </dd>
      ))}
      {decision.cwd === undefined ? null : (
        <>
          <dt>{t('decision.launch.cwd')}</dt>
          <dd>
            <Part text={decision.cwd} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** One part of a launch, with quotes of Steward's own where it would otherwise not be clear where it begins and ends. */
function Part({ text }: { readonly text: string }) {
  const isPlain = /^[^\s"']+$/.test(text);
  return (
    <span className={isPlain ? 'launch-part' : 'launch-part quoted'}>
      <ExactText text={text} /> <HiddenCount text={text} />
    </span>
  );
}
