import { app } from 'electron';
import { type CommandId, commandOf, type MainCommandId } from '#shared/commands/commands.ts';
import type { GivenCommand } from '#shared/commands/given.ts';
import type { TopicHub } from '../ipc/topicHub.ts';
import type { AppWindow } from './window.ts';

export interface CommandParts {
  readonly window: AppWindow;
  /** Undefined until the host is there; what comes before has no page to do it. */
  readonly hub: () => TopicHub | undefined;
  readonly openLogs: () => void;
}
export interface Commands {
  /** Does a command of the table: main's own at once, the others by telling the chat page. */
  readonly run: (id: CommandId) => void;
  /** Brings the window and opens a chat. */
  readonly openChat: (conversationId: string) => void;
  /** Brings the window and goes to what waits. */
  readonly visit: () => void;
}

const isOwn = (id: CommandId): id is MainCommandId => commandOf(id).by === 'main';

/** The only place where commands are done in main. */
export function createCommands({ window, hub, openLogs }: CommandParts): Commands {
  let given = 0;
  const give = (id: GivenCommand['id'], conversationId?: string): void => {
    window.show();
    window.leaveDecisions();
    const command = { n: ++given, id, ...(conversationId === undefined ? {} : { conversationId }) };
    hub()?.publish('commands', {}, { type: 'command.given', command });
  };
  const visit = (): void => {
    window.show();
    window.visitDecisions();
  };
  const own: Readonly<Record<MainCommandId, () => void>> = {
    'decisions.visit': visit,
    'window.close': () => window.base.close(),
    'view.zoomIn': () => window.zoomBy(1),
    'view.zoomOut': () => window.zoomBy(-1),
    'view.zoomReset': () => window.zoomBy(0),
    'view.fullScreen': () => window.base.setFullScreen(!window.base.isFullScreen()),
    'view.reload': () => window.chat.reload(),
    'view.devTools': () => window.chat.toggleDevTools(),
    'help.logs': openLogs,
    'app.quit': () => app.quit(),
  };
  return {
    run: (id) => (isOwn(id) ? own[id]() : give(id)),
    openChat: (conversationId) => give('chat.open', conversationId),
    visit,
  };
}
