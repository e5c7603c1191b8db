import { useEffect, useId, useRef, useState } from 'react';
import type { DecisionOf } from '#shared/decision/decision.ts';
import { useT } from '../i18n.ts';
import { useRequest } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { isPlainEscape, toKeyPress } from '../ui/keys.ts';
import '../ui/Field.css';
import { prettyJson } from './prettyJson.ts';

/** Other arguments for a waiting call. Main makes a new decision of them, which is asked from the start. */
export function EditArguments({ decision, onDone }: { readonly decision: DecisionOf<'tool-call'>; readonly onDone: () => void }) {
  const t = useT();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => prettyJson(decision.argumentsText));
  const { run, isBusy, failure } = useRequest('decision.amend');
  useEffect(() => {
    box.current?.focus();
  }, []);
  const save = async (): Promise<void> => {
    if (await run({ id: decision.id, text })) onDone();
  };
  return (
    <div className="edit-arguments">
      <textarea
        ref={box}
        className="input mono"
        aria-label={t('decision.newArguments')}
        aria-describedby={id}
        rows={Math.min(14, Math.max(4, text.split('\n').length))}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (!isPlainEscape(toKeyPress(event))) return;
          event.preventDefault();
          onDone();
        }}
      />
      <div id={id} className="edit-failure" role="status">
        {failure ? (
          <>
            <p>{t(`failure.${failure.code}`)}</p>
            {failure.detail ? (
              <p className="technical">
                <ExactText text={failure.detail} lineBreaks="layout" />
              </p>
            ) : null}
          </>
        ) : (
          <p className="muted">{t('decision.edit.what')}</p>
        )}
      </div>
      <div className="edit-actions">
        <Button look="primary" disabled={isBusy} onClick={() => void save()}>
          {t('decision.useThese')}
        </Button>
        <Button disabled={isBusy} onClick={onDone}>
          {t('decision.discard')}
        </Button>
      </div>
    </div>
  );
}
