import type { Handlers } from '#shared/ipc/contract.ts';
import type { folderRequests } from '#shared/ipc/folderRequests.ts';
import type { ChatFolders } from '../mcp/chatFolders.ts';
import type { SamplingPictures } from '../mcp/samplingPictures.ts';
import type { Servers } from '../mcp/servers.ts';

export interface FolderHandlerParts {
  readonly servers: Servers;
  readonly chatFolders: ChatFolders;
  readonly pictures: SamplingPictures;
  /** Asks for a folder in the system's own dialog; undefined when none was picked, or there is no window. */
  readonly pickFolder: () => Promise<string | undefined>;
}

/** The handlers of folders of chats, and of the pictures of what servers ask. */
export function createFolderHandlers(parts: FolderHandlerParts): Pick<Handlers, keyof typeof folderRequests> {
  const { servers, chatFolders, pictures } = parts;
  return {
    'chat.folders': async ({ conversationId }) => chatFolders.list(conversationId),
    'chat.addFolder': async ({ conversationId, path, evenUserData }) => chatFolders.add(conversationId, path, evenUserData),
    'chat.removeFolder': async ({ conversationId, path }) => chatFolders.remove(conversationId, path),
    'folder.pick': async () => {
      const path = await parts.pickFolder();
      return path === undefined ? {} : { path };
    },
    'server.setChatFolders': async ({ key, on }) => servers.get(key).inbound.setChatFolders(on),
    'decision.picture': async ({ digest }) => pictures.read(digest),
  };
}
