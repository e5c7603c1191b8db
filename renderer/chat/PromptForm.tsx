import { useCallback } from 'react';
import { missingArguments, type PromptArgument, promptTitle, type PromptView } from '#shared/prompts/prompts.ts';
import { useT } from '../i18n.ts';
import { usePageParts } from '../ipc/hooks.ts';
import { ExactText } from '../ui/Exact.tsx';
import { withCodes } from '../ui/hidden.ts';
import { SuggestField } from '../ui/SuggestField.tsx';

export type Values = Readonly<Record<string, string>>;
interface PromptFormProps {
  readonly serverKey: string;
  readonly prompt: PromptView;
  readonly completes: boolean;
  readonly values: Values;
  /** Required arguments without a value are marked: the person wanted to go on without them. */
  readonly showsMissing: boolean;
  readonly onChange: (change: (values: Values) => Values) => void;
  readonly onGo: () => void;
}

/** The arguments of a prompt, with the server's suggestions. */
export function PromptForm({ serverKey, prompt, completes, values, showsMissing, onChange, onGo }: PromptFormProps) {
  const t = useT();
  const missing = missingArguments(prompt, values);
  return (
    <form
      className="prompt-form"
      onSubmit={(event) => {
        event.preventDefault();
        onGo();
      }}
    >
      {prompt.arguments.map((argument, at) => (
        <ArgumentField
          key={argument.name}
          argument={argument}
          question={{ serverKey, name: prompt.name, context: filledIn(prompt.arguments.slice(0, at), values) }}
          completes={completes}
          value={values[argument.name] ?? ''}
          error={showsMissing && missing.includes(argument) ? t('prompts.missing') : undefined}
          onChange={(value) => onChange((was) => ({ ...was, [argument.name]: value }))}
          onEnter={onGo}
        />
      ))}
    </form>
  );
}

const filledIn = (before: readonly PromptArgument[], values: Values): Values =>
  Object.fromEntries(before.flatMap(({ name }) => (values[name] ? [[name, values[name]] as const] : [])));

interface ArgumentFieldProps {
  readonly argument: PromptArgument;
  readonly question: { readonly serverKey: string; readonly name: string; readonly context: Values };
  readonly completes: boolean;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onEnter: () => void;
}
function ArgumentField({ argument, question, completes, value, error, onChange, onEnter }: ArgumentFieldProps) {
  const t = useT();
  const { client } = usePageParts();
  const { serverKey, name } = question;
  const before = JSON.stringify(question.context);
  const suggest = useCallback(
    (written: string) => {
      const input = { serverKey, name, argument: argument.name, value: written.slice(0, 1000) };
      return client.request('prompt.complete', { ...input, context: JSON.parse(before) as Record<string, string> });
    },
    [client, serverKey, name, argument.name, before],
  );
  return (
    <SuggestField
      label={withCodes(promptTitle(argument))}
      value={value}
      onChange={onChange}
      onEnter={onEnter}
      suggest={completes ? suggest : undefined}
      isRequired={argument.required}
      isFloating
      error={error}
      hint={
        <>
          <span className={argument.required ? 'argument-required' : ''}>
            {t(argument.required ? 'prompts.required' : 'prompts.optional')}
          </span>
          {argument.description ? (
            <>
              {' · '}
              <ExactText text={argument.description} />
            </>
          ) : null}
        </>
      }
    />
  );
}
