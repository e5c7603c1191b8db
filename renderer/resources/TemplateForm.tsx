import { useState } from 'react';
import { expandTemplate } from '#shared/resources/template.ts';
import { useT } from '../i18n.ts';
import { useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { Preview } from './Preview.tsx';
import { VariableField } from './VariableField.tsx';

/** A form made from a template's variables; what it makes is read and shown below. */
export function TemplateForm({ serverKey, uriTemplate }: { readonly serverKey: string; readonly uriTemplate: string }) {
  const t = useT();
  const list = useTopics((s) => s.resources.find((one) => one.serverKey === serverKey));
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [uri, setUri] = useState<string>();
  const template = list?.templates.find((one) => one.uriTemplate === uriTemplate);
  const expanded = expandTemplate(uriTemplate, values);
  if (!template) return null;
  const before = (name: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      template.variables.slice(0, template.variables.indexOf(name)).flatMap((v) => (values[v] ? [[v, values[v]] as const] : [])),
    );
  return (
    <>
      <form
        className="template-form"
        aria-label={template.title || template.name}
        onSubmit={(event) => {
          event.preventDefault();
          setUri(expanded);
        }}
      >
        <h2>
          <bdi>{template.title || template.name}</bdi>
        </h2>
        <p className="muted">{template.description ?? t('resources.template.fill')}</p>
        <div className="template-fields">
          {template.variables.map((name) => (
            <VariableField
              key={name}
              question={{ serverKey, uriTemplate, name, context: before(name) }}
              completes={list?.completes === true}
              value={values[name] ?? ''}
              onChange={(value) => setValues((was) => ({ ...was, [name]: value }))}
              onEnter={() => setUri(expanded)}
            />
          ))}
        </div>
        <div className="template-go">
          <p className="small">
            {expanded === undefined ? t('resources.template.bad') : <span className="muted">{t('resources.template.address')}: </span>}
            {expanded === undefined ? null : <ExactText text={expanded} />}
          </p>
          <Button look="plain" disabled={expanded === undefined} onClick={() => setUri(expanded)}>
            {t('resources.template.read')}
          </Button>
        </div>
      </form>
      {uri === undefined ? null : <Preview key={uri} serverKey={serverKey} uri={uri} />}
    </>
  );
}
