import type { TrafficFrame } from '#shared/trace/traffic.ts';
import { useT } from '../i18n.ts';
import { Button } from '../ui/Button.tsx';
import { formatBytes } from '../ui/format.ts';
import { JsonViews } from '../ui/JsonViews.tsx';
import { clockTime } from './clockTime.ts';
import { formatMs } from './FrameList.tsx';

interface FrameDetailsProps {
  readonly frame: TrafficFrame;
  readonly pair: number | undefined;
  readonly onChoose: (seq: number) => void;
}

/** One message whole, with the way to its other half. */
export function FrameDetails({ frame, pair, onChoose }: FrameDetailsProps) {
  const t = useT();
  const facts = [
    t(`serverPage.traffic.kind.${frame.kind}`),
    frame.id === '' ? '' : t('serverPage.traffic.id', { id: frame.id }),
    clockTime(frame.at),
    formatBytes(frame.bytes),
    frame.durationMs === undefined ? '' : t('serverPage.traffic.after', { time: formatMs(t, frame.durationMs) }),
  ];
  return (
    <section className="frame-details" aria-label={t('serverPage.traffic.frame', { seq: frame.seq })}>
      <div className="frame-facts">
        <p className="muted">{facts.filter((fact) => fact !== '').join(' · ')}</p>
        {pair === undefined ? null : (
          <Button size="small" onClick={() => onChoose(pair)}>
            {t(frame.answers === undefined ? 'serverPage.traffic.toAnswer' : 'serverPage.traffic.toRequest')}
          </Button>
        )}
      </div>
      <JsonViews
        key={frame.seq}
        title={frame.method || t(`serverPage.traffic.kind.${frame.kind}`)}
        text={frame.text}
        copyLabel={t('serverPage.traffic.copy')}
      />
    </section>
  );
}
