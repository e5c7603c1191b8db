import type { KeyboardEvent } from 'react';
import { isForInputMethod, isPlainEnter, isPlainEscape, toKeyPress } from '../ui/keys.ts';

interface ListKeys<T> {
  readonly isOpen: boolean;
  readonly items: readonly T[];
  readonly active: number;
  readonly setActive: (change: (at: number) => number) => void;
  readonly pick: (item: T) => void;
  readonly close: () => void;
}

/** The keys of a list that stands over the composer while one writes; true for a key that was the list's. An input method keeps its own. */
export const listKeys =
  <T>({ isOpen, items, active, setActive, pick, close }: ListKeys<T>) =>
  (event: KeyboardEvent): boolean => {
    const press = toKeyPress(event);
    if (!isOpen || isForInputMethod(press)) return false;
    if (isPlainEscape(press)) close();
    else if (items.length === 0) return false;
    else if (event.key === 'ArrowDown') setActive((at) => (at + 1) % items.length);
    else if (event.key === 'ArrowUp') setActive((at) => (at + items.length - 1) % items.length);
    else if (isPlainEnter(press) || (event.key === 'Tab' && !press.shiftKey)) {
      const item = items[active];
      if (item !== undefined) pick(item);
    } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
