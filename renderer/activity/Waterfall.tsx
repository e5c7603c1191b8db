import { useState } from 'react';
import type { Span, TurnTrace } from '#shared/journal/turnTrace.ts';
import { type Translate, useT } from '../i18n.ts';
import { Button } from '../ui/Button.tsx';
import { Choice } from '../ui/Field.tsx';
import { formatBytes, formatDuration } from '../ui/format.ts';
import { useNow } from '../ui/useNow.ts';
import { type Scale, toScale, toTicks } from './scale.ts';
import { lookOf, outcomeOf, whatOf } from './words.ts';

interface WaterfallProps {
  readonly trace: TurnTrace;
  readonly openRound: number | undefined;
  readonly onRound: (round: number | undefined) => void;
}

/** Model rounds, decisions and calls, each where it lies in time. The bars only repeat what the words say. */
export function Waterfall({ trace, openRound, onRound }: WaterfallProps) {
  const t = useT();
  const now = useNow();
  const [scaleBy, setScaleBy] = useState<'time' | 'work'>('time');
  const scale = toScale(trace, now, scaleBy === 'time');
  return (
    <section className="waterfall" aria-labelledby="waterfall-title">
      <div className="waterfall-head">
        <h2 id="waterfall-title">{t('turn.waterfall')}</h2>
        {trace.spans.some((span) => span.kind === 'decision') ? (
          <div className="small-choice">
            <Choice
              label={t('turn.scale')}
              isLabelHidden
              value={scaleBy}
              onChange={setScaleBy}
              options={[
                { value: 'time', label: t('turn.scale.time') },
                { value: 'work', label: t('turn.scale.work') },
              ]}
            />
          </div>
        ) : null}
      </div>
      <div className="waterfall-axis" aria-hidden="true">
        {toTicks(scale.total).map((tick) => (
          <span key={tick} style={{ insetInlineStart: `${(tick / scale.total) * 100}%` }}>
            {formatDuration(t, tick).replace('.0', '')}
          </span>
        ))}
      </div>
      <ol className="plain" aria-label={t('turn.waterfall')}>
        {trace.spans.map((span) => (
          <Bar
            key={`${span.kind}-${span.kind === 'model' ? span.round : `${span.callId ?? ''}-${span.startedAt}`}`}
            span={span}
            scale={scale}
            end={trace.endedAt ?? now}
            isOpen={span.kind === 'model' && span.round === openRound}
            onRound={onRound}
          />
        ))}
      </ol>
    </section>
  );
}

interface BarProps {
  readonly span: Span;
  readonly scale: Scale;
  readonly end: number;
  readonly isOpen: boolean;
  readonly onRound: (round: number | undefined) => void;
}
function Bar({ span, scale, end, isOpen, onRound }: BarProps) {
  const t = useT();
  const from = scale.at(span.startedAt);
  const to = Math.max(from, scale.at(span.endedAt ?? end));
  const look = span.kind === 'call' ? lookOf(span.end) : span.kind === 'decision' ? lookOf(span.outcome) : 'plain';
  return (
    <li className={`span-row of-${span.kind} is-${look}`}>
      <span className="span-name">
        <span>{nameOf(t, span)}</span>
        <span className="span-facts">{factsOf(t, span).join(' · ')}</span>
      </span>
      <span className="span-track" aria-hidden="true">
        <span
          className="span-bar"
          style={{ insetInlineStart: `${(from / scale.total) * 100}%`, width: `${((to - from) / scale.total) * 100}%` }}
        />
      </span>
      <span className="span-time">{span.endedAt === undefined ? t('turn.running') : formatDuration(t, span.endedAt - span.startedAt)}</span>
      {span.kind === 'model' && span.requestBytes !== undefined ? (
        <span className="span-deed">
          <Button
            size="small"
            look="quiet"
            aria-expanded={isOpen}
            aria-label={t('turn.saw.round', { n: span.round + 1 })}
            onClick={() => onRound(isOpen ? undefined : span.round)}
          >
            {t('turn.saw')}
          </Button>
        </span>
      ) : null}
    </li>
  );
}

function nameOf(t: Translate, span: Span): string {
  if (span.kind === 'model') return t('turn.round', { n: span.round + 1 });
  const tool =
    span.toolName && span.serverKey ? t('chat.call', { tool: span.toolName, server: span.serverKey }) : (span.toolName ?? span.serverKey);
  if (span.kind === 'call') return tool ?? '';
  return t('turn.waits', { what: tool ?? whatOf(t, { kind: 'decision', what: span.what }) });
}

function factsOf(t: Translate, span: Span): string[] {
  const facts: string[] = [];
  if (span.kind === 'model') {
    if (span.inputTokens !== undefined && span.outputTokens !== undefined)
      facts.push(t('turn.tokensInOut', { in: span.inputTokens, out: span.outputTokens }));
    if (span.requestBytes !== undefined) facts.push(t('turn.sent', { size: formatBytes(span.requestBytes) }));
  } else if (span.kind === 'decision') {
    facts.push(outcomeOf(t, span.outcome));
    if (span.by) facts.push(t(`activity.by.${span.by}`));
  } else {
    facts.push(outcomeOf(t, span.end));
    if (span.trace) facts.push(t('turn.trace', { id: span.trace.split('-')[2] ?? '' }));
    if (span.sent) facts.push(t('turn.sent', { size: formatBytes(span.argumentBytes) }));
    if (span.sent && span.resultBytes) facts.push(t('turn.got', { size: formatBytes(span.resultBytes) }));
  }
  return facts.filter(Boolean);
}
