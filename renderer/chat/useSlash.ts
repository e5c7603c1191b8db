import { type KeyboardEvent, type RefObject, useId, useMemo, useState } from 'react';
import { useAct, usePageParts, useTopics } from '../ipc/hooks.ts';
import { listKeys } from './listKeys.ts';
import { writeDraft } from './send.ts';
import { type Command, commandsFor, slashAt } from './slash.ts';

export interface SlashState {
  readonly id: string;
  readonly items: readonly Command[];
  readonly active: number;
  readonly isOpen: boolean;
  /** How many fit and are not shown. */
  readonly more: number;
  /** Some list is still being read. */
  readonly isLoading: boolean;
  /** No server has any. */
  readonly isEmpty: boolean;
  /** Call it after each change of the text. */
  readonly look: (text: string, caret: number) => void;
  /** True when the key was for the list. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly pick: (item: Command) => void;
  readonly close: () => void;
}

/** Choosing a prompt behind a / at the beginning of the message. Keys of an input method are never taken. */
export function useSlash(box: RefObject<HTMLTextAreaElement | null>): SlashState {
  const parts = usePageParts();
  const act = useAct();
  const id = useId();
  const lists = useTopics((s) => s.prompts);
  const [query, setQuery] = useState<string>();
  const [active, setActive] = useState(0);
  const { items, more } = useMemo(() => (query === undefined ? { items: [], more: 0 } : commandsFor(lists, query)), [lists, query]);
  const isLoading = lists.some(({ state }) => state === 'loading');
  const isEmpty = lists.every(({ prompts }) => prompts.length === 0);
  // What reads like a path or a sentence and fits nothing is one: the list does not stand in its way.
  const isOpen = query !== undefined && (items.length > 0 || !/[\s/]/.test(query));
  const close = (): void => setQuery(undefined);
  const look = (text: string, caret: number): void => {
    const found = slashAt(text, caret);
    if (found !== undefined && query === undefined) act('prompt.list', { refresh: false });
    setQuery(found);
    setActive(0);
  };
  const pick = ({ serverKey, name }: Command): void => {
    if (query === undefined || !box.current) return;
    writeDraft(parts, box.current.value.slice(query.length + 1).trimStart());
    close();
    parts.page.setState({ prompt: { serverKey, name } });
  };
  const onKey = listKeys({ isOpen, items, active, setActive, pick, close });
  return { id, items, active, isOpen, more, isLoading, isEmpty, look, onKey, pick, close };
}
