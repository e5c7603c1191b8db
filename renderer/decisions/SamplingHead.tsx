import type { DecisionOf } from '#shared/decision/decision.ts';
import type { MessageKey } from '#shared/i18n/en.ts';
import { useT } from '../i18n.ts';
import { ExactText } from '../ui/Exact.tsx';
import { NameMarks, Where } from './parts.tsx';

interface SamplingHeadProps {
  readonly decision: DecisionOf<'sampling-request' | 'sampling-answer'>;
  /** The words before and after the name of the server, and those for a text that the person has changed. */
  readonly words: { readonly before: MessageKey; readonly after: MessageKey; readonly edited: MessageKey };
}
/** Which server it is about, where that runs, and during which call. */
export function SamplingHead({ decision, words }: SamplingHeadProps) {
  const t = useT();
  return (
    <>
      <h2>
        {t(words.before)}
        <strong>
          <ExactText text={decision.serverKey} />
        </strong>
        {t(words.after)} <NameMarks names={[decision.serverKey]} />
      </h2>
      <p className="where">
        <Where place={decision.place} />
      </p>
      {decision.toolName === undefined ? null : (
        <p>
          <ExactText text={t('decision.sampling.forTool', { tool: decision.toolName })} />
        </p>
      )}
      {decision.edited ? <p className="sampling-edited">{t(words.edited)}</p> : null}
    </>
  );
}
