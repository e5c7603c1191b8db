import { type HTMLInputTypeAttribute, type ReactNode, useId } from 'react';
import './Field.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby': string; readonly 'aria-invalid': boolean }) => ReactNode;
}

/** A label, a control, what helps to fill it in, and what is wrong with it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-hint ${id}-error`, 'aria-invalid': error !== undefined })}
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p className="field-error" id={`${id}-error`} role="status">
        {error}
      </p>
    </div>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** More than one makes it a box of that many lines. */
  readonly rows?: number;
  readonly mono?: boolean;
  readonly type?: HTMLInputTypeAttribute;
  readonly placeholder?: string;
}

/** A text field with its label. */
export function TextField({ label, value, onChange, hint, error, rows = 1, mono = false, type = 'text', placeholder }: TextFieldProps) {
  const look = `input${mono ? ' mono' : ''}`;
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) =>
        rows > 1 ? (
          <textarea
            {...ids}
            className={look}
            rows={rows}
            value={value}
            placeholder={placeholder}
            spellCheck={false}
            onChange={(e) => onChange(e.target.value)}
          />
        ) : (
          <input
            {...ids}
            className={look}
            type={type}
            value={value}
            placeholder={placeholder}
            spellCheck={false}
            autoComplete="off"
            onChange={(e) => onChange(e.target.value)}
          />
        )
      }
    </Field>
  );
}

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
  /** Shows the label only to assistive technology. */
  readonly isLabelHidden?: boolean;
}

/** One of a few, all of them in view. */
export function Choice<V extends string>({ label, value, options, onChange, isLabelHidden = false }: ChoiceProps<V>) {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend className={isLabelHidden ? 'sr-only' : ''}>{label}</legend>
      <div className="choice-options">
        {options.map((option) => (
          <label key={option.value} className="choice-option">
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
