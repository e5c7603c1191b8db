import { type KeyboardEvent, type RefObject, useId, useMemo, useState } from 'react';
import { attachResource } from '../attach.ts';
import { useAct, usePageParts, useTopics } from '../ipc/hooks.ts';
import { listKeys } from './listKeys.ts';
import { type Mention, type Mentioned, mentionable, mentionAt, withoutMention } from './mention.ts';
import { writeDraft } from './send.ts';

export interface MentionState {
  readonly id: string;
  readonly items: readonly Mentioned[];
  readonly active: number;
  readonly isOpen: boolean;
  /** How many fit and are not shown. */
  readonly more: number;
  /** Call it after each change of the text. */
  readonly look: (text: string, caret: number) => void;
  /** True when the key was for the list. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly pick: (item: Mentioned) => void;
  readonly close: () => void;
}

/** Completion of resources behind an @ in the composer. Keys of an input method are never taken. */
export function useMention(box: RefObject<HTMLTextAreaElement | null>): MentionState {
  const parts = usePageParts();
  const act = useAct();
  const id = useId();
  const lists = useTopics((s) => s.resources);
  const [mention, setMention] = useState<Mention>();
  const [active, setActive] = useState(0);
  const { items, more } = useMemo(() => (mention ? mentionable(lists, mention.query) : { items: [], more: 0 }), [lists, mention]);
  const close = (): void => setMention(undefined);
  const look = (text: string, caret: number): void => {
    const found = mentionAt(text, caret);
    if (found && !mention) act('resource.list', { refresh: false });
    setMention(found);
    setActive(0);
  };
  const pick = (item: Mentioned): void => {
    if (!mention || !box.current) return;
    const { text, caret } = withoutMention(box.current.value, mention);
    writeDraft(parts, text);
    close();
    void attachResource(parts, item.serverKey, item.uri);
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(caret, caret);
    });
  };
  const onKey = listKeys({ isOpen: mention !== undefined, items, active, setActive, pick, close });
  return { id, items, active, isOpen: mention !== undefined, more, look, onKey, pick, close };
}
