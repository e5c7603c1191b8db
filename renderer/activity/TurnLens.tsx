import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Failure } from '#shared/ipc/failure.ts';
import type { TurnTrace } from '#shared/journal/turnTrace.ts';
import { useT } from '../i18n.ts';
import { failureOf } from '../ipc/client.ts';
import { usePageParts, useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { excerpt, formatDuration } from '../ui/format.ts';
import { ModelSaw } from './ModelSaw.tsx';
import { Waterfall } from './Waterfall.tsx';

interface TurnLensProps {
  readonly conversationId: string;
  readonly turnId: string;
}

/** One turn looked at closely: when what happened, and what the model saw in each round. */
export function TurnLens({ conversationId, turnId }: TurnLensProps) {
  const t = useT();
  const { client, page } = usePageParts();
  const count = useTopics((s) => s.journal.count);
  const [trace, setTrace] = useState<TurnTrace>();
  const [failure, setFailure] = useState<Failure>();
  const [round, setRound] = useState<number>();
  const isOpen = trace?.outcome === 'open';
  const [beat, setBeat] = useState(0);
  useEffect(() => {
    let isWanted = count >= 0 && beat >= 0;
    client.request('turn.trace', { conversationId, turnId }).then(
      (value) => isWanted && setTrace(value),
      (thrown: unknown) => isWanted && setFailure(failureOf(thrown)),
    );
    return () => {
      isWanted = false;
    };
  }, [client, conversationId, turnId, count, beat]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setInterval(() => setBeat((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [isOpen]);
  return (
    <div className="screen-column activity-column">
      <header className="screen-head lens-head">
        <Button look="quiet" size="small" onClick={() => page.setState({ lens: null })}>
          <ArrowLeft size={14} aria-hidden="true" /> {t('turn.back')}
        </Button>
        <h1>{t('turn.whatHappened')}</h1>
        {trace ? <p className="lens-question">{excerpt(trace.question, 200)}</p> : null}
      </header>
      {failure ? <p className="empty-note">{failure.code === 'not-found' ? t('turn.gone') : t(`failure.${failure.code}`)}</p> : null}
      {trace ? <TurnFacts trace={trace} /> : null}
      {trace ? <Waterfall trace={trace} openRound={round} onRound={setRound} /> : null}
      {round === undefined ? null : (
        <ModelSaw key={round} conversationId={conversationId} turnId={turnId} round={round} onClose={() => setRound(undefined)} />
      )}
    </div>
  );
}

function TurnFacts({ trace }: { readonly trace: TurnTrace }) {
  const t = useT();
  const known = useTopics((s) => s.models.models.find((model) => model.id === trace.model));
  const model = known?.provider === 'demo' ? t('chat.model.demo') : (known?.name ?? trace.model);
  const rounds = trace.spans.filter((span) => span.kind === 'model');
  const sum = (of: 'inputTokens' | 'outputTokens'): number => rounds.reduce((total, round) => total + (round[of] ?? 0), 0);
  const facts: readonly (readonly [string, string])[] = [
    [t('turn.model'), model],
    [t('turn.duration'), trace.endedAt === undefined ? t('turn.running') : formatDuration(t, trace.endedAt - trace.startedAt)],
    [t('turn.rounds'), String(rounds.length)],
    ...(sum('inputTokens') > 0
      ? [[t('turn.tokens'), t('turn.tokensInOut', { in: sum('inputTokens'), out: sum('outputTokens') })] as const]
      : []),
  ];
  return (
    <dl className="lens-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
