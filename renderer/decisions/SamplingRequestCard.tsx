import { useState } from 'react';
import type { DecisionOf } from '#shared/decision/decision.ts';
import { isOnThisComputer } from '#shared/net/loopback.ts';
import { counted, useLocale, useT } from '../i18n.ts';
import { useRequest } from '../ipc/hooks.ts';
import { ExactText } from '../ui/Exact.tsx';
import { Field } from '../ui/Field.tsx';
import { inDigits } from '../ui/format.ts';
import { withCodes } from '../ui/hidden.ts';
import { EditRequest } from './EditSampling.tsx';
import { Messages, OfferedTools, Said } from './SamplingBlocks.tsx';
import { SamplingChoice } from './SamplingChoice.tsx';
import { SamplingHead } from './SamplingHead.tsx';

type Request = DecisionOf<'sampling-request'>;

const head = { before: 'decision.sampling.before', after: 'decision.sampling.wants', edited: 'decision.sampling.edited' } as const;

/** May a model be asked this for a server? All that it would get stands here, as the server wrote it. */
export function SamplingRequestCard({ decision }: { readonly decision: Request }) {
  const t = useT();
  const [isEditing, setEditing] = useState(false);
  const { system, messages, tools } = decision;
  return (
    <>
      <div className="decision-columns">
        <div className="decision-about">
          <SamplingHead decision={decision} words={head} />
          <Model decision={decision} />
          <Terms decision={decision} />
          <Spent decision={decision} />
          <p className="muted">{t('decision.sampling.alone')}</p>
        </div>
        <div className="sampling-texts">
          {isEditing ? (
            <EditRequest decision={decision} onDone={() => setEditing(false)} />
          ) : (
            <>
              {system === undefined ? null : <Said label={t('decision.sampling.system')} text={system} />}
              <Messages messages={messages} />
              {tools.length > 0 ? <Tools decision={decision} /> : null}
            </>
          )}
        </div>
      </div>
      <SamplingChoice decision={decision} isEditing={isEditing} onEdit={() => setEditing(true)} />
    </>
  );
}

function Spent({ decision: { spent } }: { readonly decision: Request }) {
  const t = useT();
  const locale = useLocale();
  const left = Math.max(0, spent.maxTokens - spent.tokens);
  return <p className="muted">{t('decision.sampling.spent', inDigits(locale, { ...spent, left }))}</p>;
}

/** Which model would answer, where the words go, and why that one. Another is chosen by main, which asks anew. */
function Model({ decision }: { readonly decision: Request }) {
  const t = useT();
  const { run, isBusy, failure } = useRequest('decision.amend');
  const { model, models } = decision;
  const { origin } = model;
  const leaves = model.sendsOut && !(origin !== undefined && isOnThisComputer(origin));
  const where = !model.sendsOut
    ? t('decision.sampling.stays')
    : origin === undefined
      ? t('decision.sampling.sendsSomewhere')
      : t(leaves ? 'decision.sampling.sends' : 'decision.sampling.sendsHere', { origin });
  return (
    <>
      <Field label={t('decision.sampling.modelLabel')} error={failure ? t(`failure.${failure.code}`) : undefined}>
        {(ids) => (
          <select
            {...ids}
            className="input sampling-model"
            disabled={isBusy}
            value={model.id}
            onChange={(event) => void run({ id: decision.id, text: JSON.stringify({ model: event.target.value }) })}
          >
            {models.map(({ id, name, group }) => (
              <option key={id} value={id}>
                {withCodes(group === undefined ? name : `${name} · ${group}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <p className={leaves ? 'leaves' : ''}>
        <ExactText text={where} />
      </p>
      <Hints decision={decision} />
    </>
  );
}

function Hints({ decision: { hints, chosenBy, matchedHint = '' } }: { readonly decision: Request }) {
  const t = useT();
  if (hints.length === 0) return null;
  const key = chosenBy === 'hint' ? 'matched' : chosenBy === 'person' ? 'person' : 'none';
  return (
    <p className="muted">
      <ExactText text={t(`decision.sampling.hint.${key}`, { hints, hint: matchedHint })} />
    </p>
  );
}

/** What the server wants of the answer. */
function Terms({ decision }: { readonly decision: Request }) {
  const t = useT();
  const locale = useLocale();
  const { askedTokens, maxTokens, temperature, stopSequences, contextIgnored, toolRounds, maxToolRounds } = decision;
  const words = [
    t(
      askedTokens > maxTokens ? 'decision.sampling.tokensCut' : 'decision.sampling.tokens',
      inDigits(locale, { count: maxTokens, asked: askedTokens }),
    ),
    ...(temperature === undefined ? [] : [t('decision.sampling.temperature', { value: temperature })]),
    ...(stopSequences.length === 0 ? [] : [t('decision.sampling.stops', { stops: stopSequences.map((one) => JSON.stringify(one)) })]),
    ...(toolRounds === 0
      ? []
      : [
          t(counted(toolRounds, 'decision.sampling.rounds.one', 'decision.sampling.rounds.many'), {
            rounds: toolRounds,
            most: maxToolRounds,
          }),
        ]),
    ...(contextIgnored ? [t('decision.sampling.context')] : []),
  ];
  return words.map((text) => (
    <p key={text}>
      <ExactText text={text} />
    </p>
  ));
}

function Tools({ decision: { tools, toolChoice = 'auto' } }: { readonly decision: Request }) {
  const t = useT();
  const label = t(counted(tools.length, 'decision.sampling.tools.one', 'decision.sampling.tools.many'), { count: tools.length });
  return (
    <section className="sampling-said" aria-label={label}>
      <p className="server-says-label">{label}</p>
      <p>
        {t(`decision.sampling.tools.${toolChoice}`)} <span className="muted">{t('decision.sampling.tools.what')}</span>
      </p>
      <OfferedTools tools={tools} />
    </section>
  );
}
