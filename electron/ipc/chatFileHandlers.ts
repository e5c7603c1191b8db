import type { chatFileRequests } from '#shared/ipc/chatFileRequests.ts';
import type { Handlers } from '#shared/ipc/contract.ts';
import { type ChatFileParts, exportChat } from '../conversation/chatExport.ts';
import { importChat } from '../conversation/chatImport.ts';

export interface ChatFileHandlerParts {
  readonly chatFiles: ChatFileParts;
  readonly surface: { pickFile(): Promise<string | undefined>; chooseSave?(suggestedName: string): Promise<string | undefined> };
}

/** The handlers of chats as files. */
export function createChatFileHandlers({ chatFiles, surface }: ChatFileHandlerParts): Pick<Handlers, keyof typeof chatFileRequests> {
  return {
    'chat.export': async (wish) => exportChat(chatFiles, wish, async (name) => surface.chooseSave?.(name)),
    'chat.import': async ({ path, language }) => {
      const file = path ?? (await surface.pickFile());
      return file === undefined ? null : importChat(chatFiles, file, language);
    },
    'chat.origin': async ({ conversationId }) => {
      const origin = chatFiles.tables.chatImports.get(conversationId);
      return origin ? { file: origin.file, at: origin.at, leftOut: origin.leftOut } : null;
    },
  };
}
