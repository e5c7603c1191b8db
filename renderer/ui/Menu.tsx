import { type CSSProperties, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { isPlainEscape, toKeyPress } from './keys.ts';
import './Menu.css';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly note?: string | undefined;
  /** Items that follow each other with the same group stand under its name; `note` of the group says more. */
  readonly group?: { readonly name: string; readonly note?: string } | undefined;
  /** Present where one of the items is chosen. */
  readonly isChosen?: boolean;
  readonly look?: 'danger';
}
interface MenuProps {
  /** The name of the menu, and of its button unless that is named by what it shows. */
  readonly label: string;
  readonly isNamedByContent?: boolean;
  readonly button: ReactNode;
  readonly buttonLook: string;
  readonly items: readonly MenuItem[];
  readonly onPick: (id: string) => void;
}

/** A button with a menu. */
export function Menu({ label, isNamedByContent = false, button, buttonLook, items, onPick }: MenuProps) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div className="menu-root">
      <button
        ref={opener}
        type="button"
        className={buttonLook}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        {...(isNamedByContent ? {} : { 'aria-label': label, title: label })}
      >
        {button}
      </button>
      {open ? <MenuList label={label} items={items} opener={opener} onPick={onPick} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

interface MenuListProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** What opened it: it gets the focus back, and a press on it is left to it. */
  readonly opener: RefObject<HTMLElement | null>;
  readonly onPick: (id: string) => void;
  readonly onClose: () => void;
  /** Where it stands; below its opener when absent. */
  readonly style?: CSSProperties;
}

/** The open menu: arrows move, Enter picks, Escape and a press elsewhere close it. */
export function MenuList({ label, items, opener, onPick, onClose, style }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen =
      list.current?.querySelector<HTMLElement>('[aria-checked=true]') ?? list.current?.querySelector<HTMLElement>('[role^=menuitem]');
    chosen?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const onPointer = (event: PointerEvent): void => {
      const target = event.target as Node;
      if (!list.current?.contains(target) && !opener.current?.contains(target)) onClose();
    };
    document.addEventListener('pointerdown', onPointer, true);
    return () => document.removeEventListener('pointerdown', onPointer, true);
  }, [opener, onClose]);
  const close = (): void => {
    onClose();
    opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (isPlainEscape(toKeyPress(event))) close();
    else if (event.key === 'Tab') onClose();
    else {
      const next = moveTo(event.key, list.current);
      if (!next) return;
      event.preventDefault();
      next.focus();
    }
  };
  return (
    <div className={style ? 'menu placed' : 'menu'} role="menu" aria-label={label} ref={list} style={style} onKeyDown={onKeyDown}>
      {grouped(items).map(({ group, items: inGroup }) => {
        const entries = inGroup.map((item) => (
          <Entry
            key={item.id}
            item={item}
            onPick={() => {
              close();
              onPick(item.id);
            }}
          />
        ));
        return group ? (
          <div key={group.name} role="group" aria-label={group.name} className="menu-group">
            <p className="menu-group-name">
              {group.name} {group.note ? <span className="menu-note">{group.note}</span> : null}
            </p>
            {entries}
          </div>
        ) : (
          entries
        );
      })}
    </div>
  );
}

function grouped(items: readonly MenuItem[]): { readonly group: MenuItem['group']; readonly items: readonly MenuItem[] }[] {
  const groups: { group: MenuItem['group']; items: MenuItem[] }[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last && last.group?.name === item.group?.name) last.items.push(item);
    else groups.push({ group: item.group, items: [item] });
  }
  return groups;
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
