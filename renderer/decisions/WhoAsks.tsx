import type { DecisionOf } from '#shared/decision/decision.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { useT } from '../i18n.ts';
import { ExactText } from '../ui/Exact.tsx';
import { NameMarks, Where } from './parts.tsx';

type Asked = DecisionOf<'elicitation' | 'link' | 'link-waiting'>;

/** Who asks, where it runs and for what, in Steward's own words: nothing of it is the server's. */
export function WhoAsks({ decision, wants }: { readonly decision: Asked; readonly wants: MessageKey }) {
  const t = useT();
  const { serverKey, toolName, reading } = decision;
  const purpose =
    toolName !== undefined
      ? t('decision.asker.forTool', { tool: toolName })
      : reading !== undefined
        ? t('decision.asker.forReading', { reading })
        : t('decision.asker.unknown');
  return (
    <>
      <h2>
        {t('decision.asker.before')}
        <strong>
          <ExactText text={serverKey} />
        </strong>
        {t(wants)} <NameMarks names={[serverKey]} />
      </h2>
      <p className="where">
        <Where place={decision.place} />
      </p>
      <p>
        <ExactText text={purpose} />
      </p>
    </>
  );
}
