import { type ReactNode, useId } from 'react';
import type { FieldProblem } from '#shared/elicitation/checkForm.ts';
import type { FormField } from '#shared/elicitation/form.ts';
import { nameOfField } from '#shared/elicitation/form.ts';
import { type Translate, useT } from '../i18n.ts';
import { ExactText } from '../ui/Exact.tsx';
import { withCodes } from '../ui/hidden.ts';
import { HiddenCount } from './parts.tsx';
import type { Draft } from './formAnswers.ts';

interface FormFieldsProps {
  readonly fields: readonly FormField[];
  readonly draft: Draft;
  readonly onChange: (key: string, value: Draft[string]) => void;
  /** A field has been left: what is wrong with it may be said from now on. */
  readonly onLeave: (key: string) => void;
  /** Only what may be said already. */
  readonly problems: Readonly<Record<string, FieldProblem>>;
}

/** The fields of a server's form. Names and descriptions are the server's, and plain text; everything else is Steward's. */
export function FormFields({ fields, draft, onChange, onLeave, problems }: FormFieldsProps) {
  return (
    <div className="information-fields">
      {fields.map((field) => (
        <OneField
          key={field.key}
          field={field}
          value={draft[field.key]}
          problem={problems[field.key]}
          onChange={(value) => onChange(field.key, value)}
          onLeave={() => onLeave(field.key)}
        />
      ))}
    </div>
  );
}

interface OneFieldProps<F extends FormField = FormField> {
  readonly field: F;
  readonly value: Draft[string] | undefined;
  readonly problem: FieldProblem | undefined;
  readonly onChange: (value: Draft[string]) => void;
  readonly onLeave: () => void;
}
type Of<K extends FormField['kind']> = OneFieldProps<Extract<FormField, { kind: K }>>;
function OneField(props: OneFieldProps) {
  switch (props.field.kind) {
    case 'text':
    case 'number':
      return <Written {...(props as Of<'text' | 'number'>)} />;
    case 'boolean':
      return <Tick {...(props as Of<'boolean'>)} />;
    case 'choice':
      return <One {...(props as Of<'choice'>)} />;
    case 'choices':
      return <Several {...(props as Of<'choices'>)} />;
  }
}

/** Ties a control to what is said of it: the server's description, Steward's hint, and what is wrong. */
function useDescribed(problem: FieldProblem | undefined) {
  const id = useId();
  return { id, 'aria-describedby': `${id}-about ${id}-problem`, 'aria-invalid': problem !== undefined };
}
function Described({
  id,
  field,
  problem,
  hint,
}: { readonly id: string; readonly hint?: string } & Pick<OneFieldProps, 'field' | 'problem'>) {
  const t = useT();
  return (
    <>
      <div id={`${id}-about`} className="field-hint information-about">
        {field.description ? (
          <p>
            <ExactText text={field.description} lineBreaks="layout" />
          </p>
        ) : null}
        {hint ? <p>{hint}</p> : null}
      </div>
      <p className="field-error" id={`${id}-problem`} role="status">
        {problem ? t(`information.problem.${problem.code}`, 'limit' in problem ? { limit: problem.limit } : {}) : ''}
      </p>
    </>
  );
}
function Optional({ field }: { readonly field: FormField }) {
  const t = useT();
  return field.required ? null : <span className="information-optional">{t('information.optional')}</span>;
}
function Labelled({ id, field, children }: { readonly id: string; readonly field: FormField; readonly children: ReactNode }) {
  return (
    <div className="field">
      <div className="information-label">
        <label htmlFor={id}>
          <ExactText text={nameOfField(field)} />
        </label>
        <Optional field={field} />
      </div>
      {children}
    </div>
  );
}

/** A text longer than this gets more than one line. */
const lineLength = 200;
function Written({ field, value, problem, onChange, onLeave }: Of<'text' | 'number'>) {
  const t = useT();
  const ids = useDescribed(problem);
  const isLong =
    field.kind === 'text' && field.format === undefined && ((field.maxLength ?? 0) > lineLength || (field.default ?? '').includes('\n'));
  const look = {
    ...ids,
    className: 'input',
    value: typeof value === 'string' ? value : '',
    required: field.required,
    spellCheck: false,
    autoComplete: 'off',
    onBlur: onLeave,
  };
  return (
    <Labelled id={ids.id} field={field}>
      {isLong ? (
        <textarea {...look} rows={3} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input
          {...look}
          type="text"
          inputMode={field.kind === 'number' ? 'decimal' : field.format === 'email' ? 'email' : 'text'}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <HiddenCount text={look.value} lineBreaks="layout" />
      <Described id={ids.id} field={field} problem={problem} hint={hintOf(t, field)} />
    </Labelled>
  );
}

function Tick({ field, value, problem, onChange, onLeave }: Of<'boolean'>) {
  const ids = useDescribed(problem);
  return (
    <div className="field">
      <div className="information-tick">
        <input {...ids} type="checkbox" checked={value === true} onBlur={onLeave} onChange={(event) => onChange(event.target.checked)} />
        <label htmlFor={ids.id}>
          <ExactText text={nameOfField(field)} />
        </label>
      </div>
      <Described id={ids.id} field={field} problem={problem} />
    </div>
  );
}

function One({ field, value, problem, onChange, onLeave }: Of<'choice'>) {
  const t = useT();
  const ids = useDescribed(problem);
  const at = field.options.findIndex((option) => option.value === value);
  return (
    <Labelled id={ids.id} field={field}>
      <select
        {...ids}
        className="input"
        required={field.required}
        value={at < 0 ? '' : String(at)}
        onBlur={onLeave}
        onChange={(event) => onChange(event.target.value === '' ? '' : (field.options[Number(event.target.value)]?.value ?? ''))}
      >
        {at < 0 || !field.required ? <option value="">{t(field.required ? 'information.choose' : 'information.leaveOut')}</option> : null}
        {field.options.map((option, place) => (
          <option key={option.value} value={String(place)}>
            {withCodes(option.title)}
          </option>
        ))}
      </select>
      <Described id={ids.id} field={field} problem={problem} />
    </Labelled>
  );
}

function Several({ field, value, problem, onChange, onLeave }: Of<'choices'>) {
  const t = useT();
  const ids = useDescribed(problem);
  const chosen: readonly string[] = Array.isArray(value) ? value : [];
  const toggle = (one: string, isOn: boolean): void =>
    onChange(field.options.map((option) => option.value).filter((other) => (other === one ? isOn : chosen.includes(other))));
  return (
    <fieldset className="field information-several" aria-describedby={ids['aria-describedby']} onBlur={onLeave}>
      <legend>
        <ExactText text={nameOfField(field)} /> <Optional field={field} />
      </legend>
      <div className="information-options">
        {field.options.map((option) => (
          <label key={option.value} className="information-tick">
            <input
              type="checkbox"
              checked={chosen.includes(option.value)}
              aria-invalid={ids['aria-invalid']}
              onChange={(event) => toggle(option.value, event.target.checked)}
            />
            <ExactText text={option.title} />
          </label>
        ))}
      </div>
      <Described id={ids.id} field={field} problem={problem} hint={hintOf(t, field)} />
    </fieldset>
  );
}

/** What helps to fill a field in, in Steward's words. */
function hintOf(t: Translate, field: FormField): string {
  const limit = (
    key: 'least' | 'most' | 'leastCharacters' | 'mostCharacters' | 'leastItems' | 'mostItems',
    value: number | undefined,
  ): string[] => (value === undefined ? [] : [t(`information.hint.${key}`, { limit: value })]);
  switch (field.kind) {
    case 'text': {
      const lengths = [...limit('leastCharacters', field.minLength || undefined), ...limit('mostCharacters', field.maxLength)].join(
        t('information.hint.and'),
      );
      return [field.format ? t(`information.hint.${field.format}`) : '', capital(lengths)].filter(Boolean).join(' ');
    }
    case 'number':
      return [
        t(field.whole ? 'information.hint.whole' : 'information.hint.number'),
        ...limit('least', field.minimum),
        ...limit('most', field.maximum),
      ].join(t('information.hint.and'));
    case 'choices':
      return capital(
        [...limit('leastItems', field.minItems || undefined), ...limit('mostItems', field.maxItems)].join(t('information.hint.and')),
      );
    default:
      return '';
  }
}
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
