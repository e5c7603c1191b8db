import { useState } from 'react';
import type { DecisionOf } from '#shared/decision/decision.ts';
import { type Translate, useT } from '../i18n.ts';
import { ExactText } from '../ui/Exact.tsx';
import { SentenceGap } from '../ui/SentenceGap.tsx';
import { EditAnswer } from './EditSampling.tsx';
import { createLabels, Said, Use } from './SamplingBlocks.tsx';
import { SamplingChoice } from './SamplingChoice.tsx';
import { SamplingHead } from './SamplingHead.tsx';

type Answer = DecisionOf<'sampling-answer'>;

const head = {
  before: 'decision.sampling.answered',
  after: 'decision.sampling.willGet',
  edited: 'decision.sampling.answer.edited',
} as const;

/** May the server have this answer? It stands here as it would leave. */
export function SamplingAnswerCard({ decision }: { readonly decision: Answer }) {
  const t = useT();
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <div className="decision-columns">
        <div className="decision-about">
          <SamplingHead decision={decision} words={head} />
          <p>
            <ExactText text={t('decision.sampling.from', { model: decision.modelName, tokens: decision.tokens })} />
            <SentenceGap />
            {stopWords(t, decision)}
          </p>
          <p className="muted">{t('decision.sampling.notSent')}</p>
        </div>
        <div className="sampling-texts">
          {isEditing ? <EditAnswer decision={decision} onDone={() => setEditing(false)} /> : <Content decision={decision} />}
        </div>
      </div>
      <SamplingChoice decision={decision} isEditing={isEditing} onEdit={() => setEditing(true)} />
    </>
  );
}

function stopWords(t: Translate, { stopReason }: Answer): string {
  switch (stopReason) {
    case 'endTurn':
      return '';
    case 'maxTokens':
      return t('decision.sampling.cut');
    case 'toolUse':
    case 'stopSequence':
      return t(`decision.sampling.stop.${stopReason}`);
  }
}

function Content({ decision: { text, uses } }: { readonly decision: Answer }) {
  const t = useT();
  const labelled = createLabels(t);
  return (
    <>
      {text === '' && uses.length === 0 ? <p className="muted">{t('decision.sampling.empty')}</p> : null}
      {text === '' ? null : <Said label={t('decision.sampling.answer')} text={text} />}
      {uses.map(({ id, name, inputText }) => (
        <Use key={id} label={labelled(t('decision.sampling.use', { tool: name }))} inputText={inputText} />
      ))}
    </>
  );
}
