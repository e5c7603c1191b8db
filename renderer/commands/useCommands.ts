import { useEffect } from 'react';
import { isAccelerator } from '#shared/commands/accelerator.ts';
import { commands, type PageCommandId } from '#shared/commands/commands.ts';
import type { CommandsState } from '#shared/commands/given.ts';
import { type PageParts, usePageParts } from '../ipc/hooks.ts';
import { isForInputMethod } from '../ui/keys.ts';
import { isMac } from './platform.ts';
import { runPageCommand } from './runPageCommand.ts';

/** Does what the menu, the tray and notifications want of the page, and what its keys say. For the whole page, once. */
export function useCommands(): void {
  const parts = usePageParts();
  useEffect(() => followGiven(parts), [parts]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const id = commandFor(event);
      if (id === undefined) return;
      // The menu has the same keys: what is taken here must not reach it.
      event.preventDefault();
      runPageCommand(parts, id);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [parts]);
}

function commandFor(event: KeyboardEvent): PageCommandId | undefined {
  if (event.defaultPrevented || event.repeat || isForInputMethod(event)) return undefined;
  for (const command of commands)
    if (command.by === 'page' && command.accelerators.some((one) => isAccelerator(one, event, isMac()))) return command.id;
  return undefined;
}

/** What is there when the page begins was given to a page before it. */
function followGiven(parts: PageParts): () => void {
  const watched = parts.client.watch('commands', {});
  let known: number | undefined;
  return watched.subscribe(() => {
    const given = watched.getSnapshot();
    const isFirst = known === undefined;
    if (isFirst || (given && given.n > (known ?? 0))) {
      known = given?.n ?? 0;
      if (!isFirst && given) obey(parts, given);
    }
  });
}

function obey(parts: PageParts, { id, conversationId }: NonNullable<CommandsState>): void {
  if (id !== 'chat.open') return runPageCommand(parts, id);
  parts.page.setState({ screen: 'chats', openChat: conversationId ?? null, renaming: null, listOpen: false });
}
