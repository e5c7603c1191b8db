import { useCallback } from 'react';
import { usePageParts } from '../ipc/hooks.ts';
import { SuggestField } from '../ui/SuggestField.tsx';

interface VariableFieldProps {
  readonly question: {
    readonly serverKey: string;
    readonly uriTemplate: string;
    readonly name: string;
    readonly context: Readonly<Record<string, string>>;
  };
  readonly completes: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onEnter: () => void;
}

/** One variable of a template, with the server's suggestions below it while it is written. */
export function VariableField({ question, completes, value, onChange, onEnter }: VariableFieldProps) {
  const { client } = usePageParts();
  const { serverKey, uriTemplate, name } = question;
  const before = JSON.stringify(question.context);
  const suggest = useCallback(
    (written: string) => {
      const context = JSON.parse(before) as Record<string, string>;
      return client.request('resource.complete', { serverKey, uriTemplate, name, value: written, context });
    },
    [client, serverKey, uriTemplate, name, before],
  );
  return <SuggestField label={name} value={value} onChange={onChange} onEnter={onEnter} suggest={completes ? suggest : undefined} />;
}
