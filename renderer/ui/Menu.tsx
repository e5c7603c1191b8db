import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isPlainEscape, toKeyPress } from './keys.ts';
import './Menu.css';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly note?: string | undefined;
  /** Present where one of the items is chosen. */
  readonly isChosen?: boolean;
  readonly look?: 'danger';
}
interface MenuProps {
  /** The name of the button that opens it. */
  readonly label: string;
  readonly button: ReactNode;
  readonly buttonLook: string;
  readonly items: readonly MenuItem[];
  readonly onPick: (id: string) => void;
  readonly align?: 'start' | 'end';
}

/** A button with a menu: arrows move, Enter picks, Escape and a click elsewhere close it. */
export function Menu({ label, button, buttonLook, items, onPick, align = 'start' }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const entries = list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]');
    (list.current?.querySelector<HTMLElement>('[aria-checked=true]') ?? entries?.[0])?.focus();
    const onPointer = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer, true);
    return () => document.removeEventListener('pointerdown', onPointer, true);
  }, [open]);

  const close = (): void => {
    setOpen(false);
    opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isPlainEscape(toKeyPress(event))) {
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab') {
      setOpen(false);
    } else {
      const next = moveTo(event.key, list.current);
      if (!next) return;
      event.preventDefault();
      next.focus();
    }
  };
  return (
    <div className="menu-root" ref={root}>
      <button ref={opener} type="button" className={buttonLook} aria-label={label} title={label} aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)}>
        {button}
      </button>
      {open ? (
        <div className={`menu ${align}`} role="menu" aria-label={label} ref={list} onKeyDown={onKeyDown}>
          {items.map((item) => (
            <Entry
              key={item.id}
              item={item}
              onPick={() => {
                close();
                onPick(item.id);
              }}
            />
          ))}
        </div>
      ) : null}
    </div>
  );
}

function Entry({ item, onPick }: { readonly item: MenuItem; readonly onPick: () => void }) {
  const isRadio = item.isChosen !== undefined;
  return (
    <button
      type="button"
      role={isRadio ? 'menuitemradio' : 'menuitem'}
      className={`menu-item ${item.look ?? ''}`}
      tabIndex={-1}
      onClick={onPick}
      {...(isRadio ? { 'aria-checked': item.isChosen } : {})}
    >
      <span className="menu-label">{item.label}</span>
      {item.note ? <span className="menu-note">{item.note}</span> : null}
    </button>
  );
}

function moveTo(key: string, list: HTMLElement | null): HTMLElement | undefined {
  const entries = [...(list?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  switch (key) {
    case 'ArrowDown':
      return entries[(at + 1) % entries.length];
    case 'ArrowUp':
      return entries.at(at - 1);
    case 'Home':
      return entries[0];
    case 'End':
      return entries.at(-1);
    default:
      return undefined;
  }
}
