import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { Completion } from '#shared/resources/resources.ts';
import { useT } from '../i18n.ts';
import { usePageParts } from '../ipc/hooks.ts';
import { isPlainEnter, isPlainEscape, toKeyPress } from '../ui/keys.ts';

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
const nothing: Completion = { values: [], hasMore: false };
const debounceMs = 200;

/** One variable of a template, with the server's suggestions below it while it is written. */
export function VariableField({ question, completes, value, onChange, onEnter }: VariableFieldProps) {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const offered = useSuggestions(question, value, completes && isOpen);
  const isShown = isOpen && offered.values.length > 0;
  const pick = (picked: string): void => {
    onChange(picked);
    setOpen(false);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const press = toKeyPress(event);
    const count = offered.values.length;
    if (isPlainEscape(press) && isShown) setOpen(false);
    else if (event.key === 'ArrowDown' && isShown) setActive((at) => (at + 1) % count);
    else if (event.key === 'ArrowUp' && isShown) setActive((at) => (at <= 0 ? count : at) - 1);
    else if (event.key === 'ArrowDown') setOpen(true);
    else if (isPlainEnter(press)) {
      const picked = isShown ? offered.values[active] : undefined;
      if (picked === undefined) onEnter();
      else pick(picked);
    } else return;
    event.preventDefault();
  };
  return (
    <div className="field variable">
      <label htmlFor={id}>{question.name}</label>
      <input
        id={id}
        className="input"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          onChange(event.target.value);
          setOpen(true);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
      />
      {isShown ? (
        <div className="suggestion-list">
          <div role="listbox" id={`${id}-list`} aria-label={t('resources.template.suggestions', { name: question.name })}>
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
    </div>
  );
}

/** What the server offers for what is written now, asked for when the writing pauses. What is late for an older text never shows. */
function useSuggestions(
  { serverKey, uriTemplate, name, context }: VariableFieldProps['question'],
  value: string,
  isWanted: boolean,
): Completion {
  const { client } = usePageParts();
  const [offered, setOffered] = useState(nothing);
  const before = JSON.stringify(context);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      const input = { serverKey, uriTemplate, name, value, context: JSON.parse(before) as Record<string, string> };
      client.request('resource.complete', input).then(
        (completion) => isCurrent && setOffered(completion),
        () => isCurrent && setOffered(nothing),
      );
    }, debounceMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, serverKey, uriTemplate, name, value, before, isWanted]);
  return offered;
}
