import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Completion } from '#shared/resources/resources.ts';
import { useT } from '../i18n.ts';
import { isForInputMethod, isPlainEnter, isPlainEscape, toKeyPress } from './keys.ts';
import './SuggestField.css';

/** Asks for values that go on with what is written. Has to stay the same function as long as the question is the same. */
export type Suggest = (value: string) => Promise<Completion>;

interface SuggestFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onEnter: () => void;
  /** Absent where nothing can be suggested. */
  readonly suggest: Suggest | undefined;
  readonly isRequired?: boolean;
  /** The list floats over the window: for a field in what scrolls or is short, where it would be cut off or move what stands below. */
  readonly isFloating?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}
const nothing: Completion = { values: [], hasMore: false };
const debounceMs = 200;

/** A text field with suggestions below it while it is written in. */
export function SuggestField({
  label,
  value,
  onChange,
  onEnter,
  suggest,
  isRequired = false,
  isFloating = false,
  hint,
  error,
}: SuggestFieldProps) {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<CSSProperties>();
  const offered = useSuggestions(isOpen ? suggest : undefined, value);
  const isShown = isOpen && offered.values.length > 0;
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const open = (field: HTMLInputElement): void => {
    if (isFloating) setPlace(placeBelow(field.getBoundingClientRect()));
    setOpen(true);
  };
  const pick = (picked: string): void => {
    onChange(picked);
    setOpen(false);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const press = toKeyPress(event);
    const count = offered.values.length;
    if (isForInputMethod(press)) return;
    if (isPlainEscape(press) && isShown) setOpen(false);
    else if (event.key === 'ArrowDown' && isShown) setActive((at) => (at + 1) % count);
    else if (event.key === 'ArrowUp' && isShown) setActive((at) => (at <= 0 ? count : at) - 1);
    else if (event.key === 'ArrowDown') open(event.currentTarget);
    else if (isPlainEnter(press)) {
      const picked = isShown ? offered.values[active] : undefined;
      if (picked === undefined) onEnter();
      else pick(picked);
    } else return;
    event.preventDefault();
  };
  return (
    <div className="field suggest">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        aria-required={isRequired}
        aria-invalid={error !== undefined}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => open(event.currentTarget)}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          onChange(event.target.value);
          open(event.target);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
      />
      {isShown ? (
        <div className="suggestion-list" style={place}>
          <div ref={list} role="listbox" id={`${id}-list`} aria-label={t('resources.template.suggestions', { name: label })}>
            {offered.values.map((text, at) => (
              <div
                key={text}
                role="option"
                id={`${id}-${at}`}
                aria-selected={at === active}
                className="suggestion-item"
                // The field keeps the caret: a press must not take the focus away before it counts.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => pick(text)}
              >
                {text}
              </div>
            ))}
          </div>
          {offered.hasMore ? <p className="suggestion-more">{t('resources.template.moreSuggestions')}</p> : null}
        </div>
      ) : null}
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p className="field-error" id={`${id}-error`} role="status">
        {error}
      </p>
    </div>
  );
}

/** Where a list below a field stands in the window. */
const placeBelow = ({ left, bottom, width }: DOMRect): CSSProperties => ({
  position: 'fixed',
  top: bottom + 4,
  left,
  right: 'auto',
  width,
  maxHeight: Math.max(96, Math.min(240, window.innerHeight - bottom - 16)),
});

/** What is offered for what is written now, asked for when the writing pauses. What is late for an older text never shows. */
function useSuggestions(suggest: Suggest | undefined, value: string): Completion {
  const [offered, setOffered] = useState(nothing);
  useEffect(() => {
    if (!suggest) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      suggest(value).then(
        (completion) => isCurrent && setOffered(completion),
        () => isCurrent && setOffered(nothing),
      );
    }, debounceMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [suggest, value]);
  return offered;
}
