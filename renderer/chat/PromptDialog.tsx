import { useEffect, useState } from 'react';
import type { PromptPreview as Made, PromptView } from '#shared/prompts/prompts.ts';
import { missingArguments } from '#shared/prompts/prompts.ts';
import type { Failure } from '#shared/ipc/failure.ts';
import { attachTarget } from '../attach.ts';
import { useT } from '../i18n.ts';
import { failureOf } from '../ipc/client.ts';
import { usePage, usePageParts, useRequest, useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { withCodes } from '../ui/hidden.ts';
import { PromptForm, type Values } from './PromptForm.tsx';
import { PromptPreview } from './PromptPreview.tsx';
import { chatKey, writeDraft } from './send.ts';
import { withText } from './slash.ts';
import './Prompt.css';

interface PromptDialogProps {
  readonly serverKey: string;
  readonly name: string;
  /** Called with whether something went into the message. */
  readonly onClose: (inserted: boolean) => void;
}

/** A chosen prompt on its way into the message: filled in, made by its server, looked at, and only then inserted. */
export function PromptDialog({ serverKey, name, onClose }: PromptDialogProps) {
  const t = useT();
  const list = useTopics((s) => s.prompts.find((one) => one.serverKey === serverKey));
  const prompt = list?.prompts.find((one) => one.name === name);
  const [values, setValues] = useState<Values>({});
  const [showsMissing, setShowsMissing] = useState(false);
  const needsNothing = prompt?.arguments.length === 0;
  const making = useMaking(serverKey, name, needsNothing);
  const { made } = making;
  const insertion = useInsertion(made, () => onClose(true));
  const make = (): void => {
    if (!prompt || making.isBusy) return;
    setShowsMissing(true);
    if (missingArguments(prompt, values).length === 0) making.begin(values);
  };
  const failure = insertion.failure ?? making.failure;
  return (
    <Dialog
      isWide
      title={t('prompts.title', { name: withCodes(name), server: withCodes(serverKey) })}
      onClose={() => onClose(false)}
      actions={
        <>
          {made && !needsNothing ? <Button onClick={making.back}>{t('prompts.back')}</Button> : null}
          <Button onClick={() => onClose(false)}>{t('app.cancel')}</Button>
          {made ? (
            <Button look="primary" disabled={insertion.isBusy} onClick={insertion.run}>
              {t(insertion.isBusy ? 'prompts.inserting' : 'prompts.insert')}
            </Button>
          ) : (
            <Button look="primary" disabled={!prompt || making.isBusy} onClick={make}>
              {t('prompts.look')}
            </Button>
          )}
        </>
      }
    >
      <div className="prompt">
        {made ? null : <Said serverKey={serverKey} prompt={prompt} />}
        {prompt && !made && !needsNothing ? (
          <PromptForm
            serverKey={serverKey}
            prompt={prompt}
            completes={list?.completes === true}
            values={values}
            showsMissing={showsMissing}
            onChange={setValues}
            onGo={make}
          />
        ) : null}
        {making.isBusy ? (
          <p className="muted" role="status">
            {t('prompts.making', { server: serverKey })}
          </p>
        ) : null}
        {failure ? (
          <p className="prompt-failure" role="alert">
            {t(`failure.${failure.code}`)}
            {failure.detail ? (
              <span className="technical">
                <ExactText text={failure.detail} />
              </span>
            ) : null}
          </p>
        ) : null}
        {made ? <PromptPreview serverKey={serverKey} made={made} onGo={insertion.run} /> : null}
      </div>
    </Dialog>
  );
}

/** What the server says about its prompt. */
function Said({ serverKey, prompt }: { readonly serverKey: string; readonly prompt: PromptView | undefined }) {
  const t = useT();
  if (!prompt) return <p role="status">{t('prompts.gone')}</p>;
  const words = [prompt.title, prompt.description].filter((text) => text !== undefined);
  if (words.length === 0) return null;
  return (
    <div className="server-said">
      <p className="muted small">{t('prompts.saysServer', { server: serverKey })}</p>
      {words.map((text, at) => (
        <p key={at}>
          <ExactText text={text} lineBreaks="layout" />
        </p>
      ))}
    </div>
  );
}

interface Answer {
  readonly to: Values;
  readonly made?: Made;
  readonly failure?: Failure;
}
/** Has the server make the prompt: at once where it takes no arguments, else when they are given. What is late for older ones never shows. */
function useMaking(serverKey: string, name: string, atOnce: boolean) {
  const { client } = usePageParts();
  const [asked, setAsked] = useState<Values | undefined>(atOnce ? {} : undefined);
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    if (!asked) return undefined;
    let isCurrent = true;
    client.request('prompt.get', { serverKey, name, arguments: { ...asked } }).then(
      (made) => isCurrent && setAnswer({ to: asked, made }),
      (thrown: unknown) => isCurrent && setAnswer({ to: asked, failure: failureOf(thrown) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, serverKey, name, asked]);
  const current = answer?.to === asked ? answer : undefined;
  return {
    made: current?.made,
    failure: current?.failure,
    isBusy: asked !== undefined && !current,
    begin: (values: Values) => setAsked({ ...values }),
    back: () => setAsked(undefined),
  };
}

/** Puts the made prompt to the message of the open chat: its text into the box, or the whole of it beside the text. */
function useInsertion(made: Made | undefined, onDone: () => void) {
  const t = useT();
  const parts = usePageParts();
  const request = useRequest('prompt.insert');
  const draft = usePage((s) => s.drafts[chatKey(s.openChat)] ?? '');
  const run = async (): Promise<void> => {
    const answer = made && (await request.run({ conversationId: attachTarget(parts), id: made.id }));
    if (!answer) return;
    const { text } = answer.value;
    if (text !== undefined) writeDraft(parts, withText(draft, text));
    else if (draft.trim() === '') writeDraft(parts, t('prompts.goOn'));
    onDone();
  };
  return { run: () => void run(), isBusy: request.isBusy, failure: request.failure };
}
