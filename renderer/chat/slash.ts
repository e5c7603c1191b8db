import { promptCommand, type ServerPrompts } from '#shared/prompts/prompts.ts';

/** The words after a / at the very beginning, up to the caret; undefined where none is being written. */
export function slashAt(text: string, caret: number): string | undefined {
  return /^\/([^\n]{0,80})$/.exec(text.slice(0, caret))?.[1];
}

export interface Command {
  readonly serverKey: string;
  readonly name: string;
  /** `/server:prompt`. */
  readonly command: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
}
/** How many are shown at once. */
export const mostCommands = 30;

/** The prompts that fit, by command, name, title or description; those that begin with the words first. */
export function commandsFor(lists: readonly ServerPrompts[], query: string): { readonly items: readonly Command[]; readonly more: number } {
  const wanted = query.trim().toLowerCase();
  const found = lists.flatMap(({ serverKey, prompts }) =>
    prompts.flatMap((prompt) => {
      const command = promptCommand(serverKey, prompt.name);
      const { title, name, description } = prompt;
      const texts = [command.slice(1), name, title ?? '', serverKey, description ?? ''].map((text) => text.toLowerCase());
      const starts = texts.findIndex((text) => text.startsWith(wanted));
      const rank = starts >= 0 ? starts : texts.some((text) => text.includes(wanted)) ? texts.length : -1;
      if (rank < 0) return [];
      return [{ serverKey, name, command, title: title === name ? undefined : title, description, rank }];
    }),
  );
  const items = found
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, mostCommands)
    .map(({ rank: _rank, ...command }): Command => command);
  return { items, more: found.length - items.length };
}

/** The draft with a prompt's text in it: before what is written there already. */
export const withText = (draft: string, text: string): string => (draft.trim() === '' ? text : `${text}\n\n${draft.trimStart()}`);
