import * as z from 'zod';
import { pageCommandIds } from './commands.ts';

/** A command from the menu, the tray or a notification for the chat page. `n` rises by one each time. */
export const GivenCommand = z.object({
  n: z.number(),
  id: z.enum([...pageCommandIds, 'chat.open']),
  /** The chat to open, for `chat.open`. */
  conversationId: z.string().optional(),
});
export type GivenCommand = z.infer<typeof GivenCommand>;
export const CommandsEvent = z.object({ type: z.literal('command.given'), command: GivenCommand });
export type CommandsEvent = z.infer<typeof CommandsEvent>;
/** The latest one. What a page finds when it begins was given to another. */
export type CommandsState = GivenCommand | null;
export const noCommand: CommandsState = null;
export const reduceCommands = (_state: CommandsState, event: CommandsEvent): CommandsState => event.command;
