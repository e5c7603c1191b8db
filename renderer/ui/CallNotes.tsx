import type { Mismatch } from '#shared/conversation/events.ts';
import { useT } from '../i18n.ts';
import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import './CallNotes.css';

interface MismatchNoteProps {
  readonly mismatch: Mismatch;
  /** Lets the model have it; absent where there is no model. */
  readonly onUse: (() => void) | undefined;
  /** A model was ever to get it. */
  readonly isForModel: boolean;
}
/** A structured result is not what its tool promised: why, and the way on. */
export function MismatchNote({ mismatch: { problem, withheld }, onUse, isForModel }: MismatchNoteProps) {
  const t = useT();
  const said = withheld ? t('chat.call.mismatch.withheld') : t('chat.call.mismatch.used');
  return (
    <div className="call-mismatch" role="note">
      <p>
        <strong>{t('chat.call.mismatch')}</strong> {isForModel ? said : null}
      </p>
      <p className="technical">{problem}</p>
      {withheld && onUse ? (
        <Button size="small" onClick={onUse}>
          {t('chat.call.mismatch.useAnyway')}
        </Button>
      ) : null}
    </div>
  );
}

/** The id by which a call is found in its server's own traces, from the W3C trace context. */
export function TraceNote({ traceparent }: { readonly traceparent: string }) {
  const t = useT();
  const id = traceIdOf(traceparent);
  return (
    <p className="call-trace muted small">
      <span className="technical">{t('chat.call.trace', { id })}</span>
      <CopyButton text={id} label={t('chat.call.trace.copy')} />
    </p>
  );
}

const traceIdOf = (traceparent: string): string => traceparent.split('-')[1] ?? traceparent;
