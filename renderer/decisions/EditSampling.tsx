import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { DecisionOf } from '#shared/decision/decision.ts';
import { type SamplingAnswerEdit, type SamplingRequestEdit, textsOf } from '#shared/decision/sampling.ts';
import { useT } from '../i18n.ts';
import { useRequest } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { TextField } from '../ui/Field.tsx';
import { withCodes } from '../ui/hidden.ts';
import { isPlainEscape, toKeyPress } from '../ui/keys.ts';
import { prettyJson } from './prettyJson.ts';
import { createLabels } from './SamplingBlocks.tsx';

const rowsOf = (text: string): number => Math.min(12, Math.max(2, text.split('\n').length));

/** Other words for a request: the system text and each text of its messages. Main makes a new decision of them. */
export function EditRequest({ decision, onDone }: { readonly decision: DecisionOf<'sampling-request'>; readonly onDone: () => void }) {
  const t = useT();
  const labelled = createLabels(t);
  const [system, setSystem] = useState(decision.system ?? '');
  const said = textsOf(decision.messages);
  const [texts, setTexts] = useState(() => said.map(({ text }) => text));
  const edit: SamplingRequestEdit = { system, texts };
  return (
    <EditForm id={decision.id} edit={edit} what={t('decision.sampling.editRequest.what')} onDone={onDone}>
      <TextField label={t('decision.sampling.system')} value={system} onChange={setSystem} rows={rowsOf(system)} />
      {said.map(({ role }, at) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts of one request never move.
          key={at}
          label={labelled(t(`decision.sampling.${role}`))}
          value={texts[at] ?? ''}
          onChange={(text) => setTexts(texts.with(at, text))}
          rows={rowsOf(texts[at] ?? '')}
        />
      ))}
    </EditForm>
  );
}

/** Other words for an answer: its text, and the input of each tool use. */
export function EditAnswer({ decision, onDone }: { readonly decision: DecisionOf<'sampling-answer'>; readonly onDone: () => void }) {
  const t = useT();
  const labelled = createLabels(t);
  const [text, setText] = useState(decision.text);
  const [inputs, setInputs] = useState(() => decision.uses.map(({ inputText }) => prettyJson(inputText)));
  const edit: SamplingAnswerEdit = { text, inputs };
  return (
    <EditForm id={decision.id} edit={edit} what={t('decision.sampling.editAnswer.what')} onDone={onDone}>
      <TextField label={t('decision.sampling.answer')} value={text} onChange={setText} rows={rowsOf(text)} />
      {decision.uses.map(({ id, name }, at) => (
        <TextField
          key={id}
          label={withCodes(labelled(t('decision.sampling.input', { tool: name })))}
          value={inputs[at] ?? ''}
          onChange={(input) => setInputs(inputs.with(at, input))}
          rows={rowsOf(inputs[at] ?? '')}
          mono
        />
      ))}
    </EditForm>
  );
}

interface EditFormProps {
  readonly id: string;
  readonly edit: object;
  readonly what: string;
  readonly onDone: () => void;
  readonly children: ReactNode;
}
function EditForm({ id, edit, what, onDone, children }: EditFormProps) {
  const t = useT();
  const status = useId();
  const form = useRef<HTMLFormElement>(null);
  const { run, isBusy, failure } = useRequest('decision.amend');
  useEffect(() => {
    form.current?.querySelector('textarea')?.focus();
  }, []);
  const save = async (): Promise<void> => {
    if (await run({ id, text: JSON.stringify(edit) })) onDone();
  };
  return (
    <form
      ref={form}
      className="edit-arguments"
      aria-describedby={status}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (!isPlainEscape(toKeyPress(event))) return;
        event.preventDefault();
        onDone();
      }}
    >
      {children}
      <div id={status} className="edit-failure" role="status">
        {failure ? <p>{t(`failure.${failure.code}`)}</p> : <p className="muted">{what}</p>}
        {failure?.detail ? (
          <p className="technical">
            <ExactText text={failure.detail} lineBreaks="layout" />
          </p>
        ) : null}
      </div>
      <div className="edit-actions">
        <Button look="primary" disabled={isBusy} onClick={() => void save()}>
          {t('decision.sampling.useThese')}
        </Button>
        <Button disabled={isBusy} onClick={onDone}>
          {t('decision.discard')}
        </Button>
      </div>
    </form>
  );
}
