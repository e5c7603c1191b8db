import { useState } from 'react';
import type { DecisionOf } from '#shared/decision/decision.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { playgroundChat } from '#shared/servers/playground.ts';
import { type Translate, useT } from '../i18n.ts';
import { Button } from '../ui/Button.tsx';
import { ExactJson, ExactText } from '../ui/Exact.tsx';
import { formatBytes } from '../ui/format.ts';
import { AllowTogether } from './AllowTogether.tsx';
import { EditArguments } from './EditArguments.tsx';
import { ExactBytes } from './ExactBytes.tsx';
import { letterFor } from './letters.ts';
import { Answers, HiddenCount, NameMarks, ServerSays, Where } from './parts.tsx';
import type { Together } from './together.ts';
import { useSettle } from './useSettle.ts';

type ToolCall = DecisionOf<'tool-call'>;

interface ToolCallCardProps {
  readonly decision: ToolCall;
  readonly together: Together | undefined;
  readonly onEditing: ((id: string, isEditing: boolean) => void) | undefined;
}
/** May this tool run with exactly these arguments? */
export function ToolCallCard({ decision, together, onEditing }: ToolCallCardProps) {
  const t = useT();
  const [isEditing, setIsEditing] = useState(false);
  const setEditing = (is: boolean): void => {
    setIsEditing(is);
    onEditing?.(decision.id, is);
  };
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
            {t('decision.wantsToRun.after')} <NameMarks names={[decision.toolName, decision.serverKey]} />
          </h2>
          <p className="where">
            <Where place={decision.place} />
          </p>
          <p>{t(`decision.reason.${decision.reason}`)}</p>
          {decision.readFrom && decision.readFrom.length > 0 ? (
            <p className={decision.reason === 'read-elsewhere' ? 'read-from strong' : 'read-from'}>
              <ExactText text={t('decision.readFrom', { servers: decision.readFrom })} />
            </p>
          ) : null}
          <p className="muted">
            <ExactText text={isByHand ? t('serverPage.decision.byHand') : t('decision.inChat', { chat: decision.chatTitle })} />
          </p>
        </div>
        <Arguments decision={decision} isEditing={isEditing} onEdited={() => setEditing(false)} />
        {says || decision.serverSays ? (
          <div className="decision-says">
            {says ? <ServerSays text={says} /> : null}
            {decision.serverSays ? <ServersWord said={decision.serverSays} /> : null}
          </div>
        ) : null}
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
          {together ? <AllowTogether together={together} /> : null}
          <span className="answers-gap" />
          <Button letter={letterFor('tool-call', 'edit')} disabled={isInert} onClick={() => setEditing(true)}>
            {t('decision.edit')}
          </Button>
          <Button letter={letterFor('tool-call', 'deny')} disabled={isInert} onClick={answer('deny')}>
            {t('decision.deny')}
          </Button>
          <p className="answers-reach">{t(isByHand ? 'decision.reach.byHand' : reach(decision))}</p>
        </Answers>
      )}
    </>
  );
}

/** The annotations of the tool, in Steward's words, as what they are: the server's own word, on which nothing rests (TOL-2). */
function ServersWord({ said }: { readonly said: NonNullable<ToolCall['serverSays']> }) {
  const t = useT();
  return (
    <p className="muted small servers-word" title={t('tool.says.what')}>
      {t('tool.says')}: {said.map((one) => t(`tool.says.${one}`)).join(' · ')}
    </p>
  );
}

/** How far the answers go that make a rule: not told by their names alone. */
const reach = ({ reason }: ToolCall): MessageKey => (reason === 'read-elsewhere' ? 'decision.reach.read' : 'decision.reach');

interface ArgumentsProps {
  readonly decision: ToolCall;
  readonly isEditing: boolean;
  readonly onEdited: () => void;
}
function Arguments({ decision, isEditing, onEdited }: ArgumentsProps) {
  const t = useT();
  const { argumentsText: text } = decision;
  const heading = `arguments-${decision.id}`;
  const [areBytesShown, setBytesShown] = useState(false);
  return (
    <div className="decision-arguments">
      <div className="arguments-head">
        <h3 id={heading}>{t('decision.arguments')}</h3>
        <span className="muted small">{text === '{}' ? t('decision.noArguments') : sizeOf(text)}</span>
        <HiddenCount text={text} />
        {isEditing ? null : (
          <button type="button" className="bytes-toggle" aria-pressed={areBytesShown} onClick={() => setBytesShown(!areBytesShown)}>
            {t(areBytesShown ? 'decision.bytes.hide' : 'decision.bytes')}
          </button>
        )}
      </div>
      {isEditing ? (
        <EditArguments decision={decision} onDone={onEdited} />
      ) : (
        <section className="arguments-box" aria-labelledby={heading}>
          <ExactJson text={text} />
        </section>
      )}
      {areBytesShown && !isEditing ? <ExactBytes text={text} /> : null}
      {isEditing || decision.adjusted.length === 0 ? null : (
        <ul className="plain adjusted">
          {decision.adjusted.map((change) => (
            <li key={change.pointer}>
              <ExactText text={adjustedWords(t, change)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const sizeOf = (text: string): string => formatBytes(new TextEncoder().encode(text).length);
const adjustedWords = (t: Translate, { pointer, how }: ToolCall['adjusted'][number]): string =>
  t(how === 'default' ? 'decision.adjusted.default' : 'decision.adjusted.converted', { pointer: pointer.replace(/^\//, '') });
