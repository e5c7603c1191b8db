import { useState } from 'react';
import type { DecisionOf } from '#shared/decision/decision.ts';
import { playgroundChat } from '#shared/servers/playground.ts';
import { type Translate, useT } from '../i18n.ts';
import { Button } from '../ui/Button.tsx';
import { ExactJson, ExactText } from '../ui/Exact.tsx';
import { formatBytes } from '../ui/format.ts';
import { EditArguments } from './EditArguments.tsx';
import { letterFor } from './letters.ts';
import { Answers, HiddenCount, ServerSays, Where } from './parts.tsx';
import { useSettle } from './useSettle.ts';

type ToolCall = DecisionOf<'tool-call'>;

/** May this tool run with exactly these arguments? */
export function ToolCallCard({ decision }: { readonly decision: ToolCall }) {
  const t = useT();
  const [isEditing, setEditing] = useState(false);
  const { answer, isInert, failure } = useSettle(decision);
  const says = [decision.toolTitle, decision.toolDescription].filter((text) => text).join('\n');
  const isByHand = decision.conversationId === playgroundChat;
  return (
    <>
      <div className="decision-columns">
        <div className="decision-about">
          <h2>
            {t('decision.wantsToRun.before')}
            <strong className="mono">
              <ExactText text={decision.toolName} />
            </strong>
            {t('decision.wantsToRun.between')}
            <strong>
              <ExactText text={decision.serverKey} />
            </strong>
            {t('decision.wantsToRun.after')}
          </h2>
          <p className="where">
            <Where place={decision.place} />
          </p>
          <p>{t(`decision.reason.${decision.reason}`)}</p>
          <p className="muted">
            <bdi>{isByHand ? t('serverPage.decision.byHand') : t('decision.inChat', { chat: decision.chatTitle })}</bdi>
          </p>
        </div>
        <Arguments decision={decision} isEditing={isEditing} onEdited={() => setEditing(false)} />
        {says ? <ServerSays text={says} /> : null}
      </div>
      {isEditing ? null : (
        <Answers failure={failure}>
          <Button look="primary" letter={letterFor('tool-call', 'allow')} disabled={isInert} onClick={answer('allow')}>
            {t('decision.allowOnce')}
          </Button>
          {isByHand ? null : (
            <Button disabled={isInert} title={t('decision.allowChat.what')} onClick={answer('allow-chat')}>
              {t('decision.allowChat')}
            </Button>
          )}
          <Button disabled={isInert} title={t('decision.allowAlways.what')} onClick={answer('allow-always')}>
            {t('decision.allowAlways')}
          </Button>
          <span className="answers-gap" />
          <Button letter={letterFor('tool-call', 'edit')} disabled={isInert} onClick={() => setEditing(true)}>
            {t('decision.edit')}
          </Button>
          <Button letter={letterFor('tool-call', 'deny')} disabled={isInert} onClick={answer('deny')}>
            {t('decision.deny')}
          </Button>
        </Answers>
      )}
    </>
  );
}

interface ArgumentsProps {
  readonly decision: ToolCall;
  readonly isEditing: boolean;
  readonly onEdited: () => void;
}
function Arguments({ decision, isEditing, onEdited }: ArgumentsProps) {
  const t = useT();
  const { argumentsText: text } = decision;
  const heading = `arguments-${decision.id}`;
  return (
    <div className="decision-arguments">
      <div className="arguments-head">
        <h3 id={heading}>{t('decision.arguments')}</h3>
        <span className="muted small">{text === '{}' ? t('decision.noArguments') : sizeOf(text)}</span>
        <HiddenCount text={text} />
      </div>
      {isEditing ? (
        <EditArguments decision={decision} onDone={onEdited} />
      ) : (
        <section className="arguments-box" aria-labelledby={heading}>
          <ExactJson text={text} />
        </section>
      )}
      {isEditing || decision.adjusted.length === 0 ? null : (
        <ul className="plain adjusted">
          {decision.adjusted.map((change) => (
            <li key={change.pointer}>{adjustedWords(t, change)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

const sizeOf = (text: string): string => formatBytes(new TextEncoder().encode(text).length);
const adjustedWords = (t: Translate, { pointer, how }: ToolCall['adjusted'][number]): string =>
  t(how === 'default' ? 'decision.adjusted.default' : 'decision.adjusted.converted', { pointer: pointer.replace(/^\//, '') });
