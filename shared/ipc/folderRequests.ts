import * as z from 'zod';
import { FolderView } from '../servers/status.ts';
import { request, type Audiences } from './define.ts';

const chat: Audiences = ['chat'];
const Id = z.string().min(1).max(200);
const FolderPath = z.string().min(1).max(4096);
const conversation = z.strictObject({ conversationId: Id });

/** Folders of chats, and the pictures of what servers ask. The chat that does not exist yet is called `new`. */
export const folderRequests = {
  'chat.folders': request(chat, conversation, z.array(FolderView)),
  /** Gives a folder to a chat. One that holds Steward's own data is given only with `evenUserData`. */
  'chat.addFolder': request(
    chat,
    z.strictObject({ conversationId: Id, path: FolderPath, evenUserData: z.boolean() }),
    z.object({ added: z.boolean(), holdsUserData: z.boolean() }),
  ),
  'chat.removeFolder': request(chat, z.strictObject({ conversationId: Id, path: FolderPath }), z.void()),
  /** Asks for a folder in the system's own dialog. Nothing is given by that. */
  'folder.pick': request(chat, z.strictObject({}), z.object({ path: z.string().optional() })),
  /** Whether a server is told of the folders of the chat that calls. */
  'server.setChatFolders': request(chat, z.strictObject({ key: Id, on: z.boolean() }), z.void()),
  /** A picture of a sampling request that waits, by its digest. */
  'decision.picture': request(
    ['decisions'],
    z.strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/) }),
    z.object({ mimeType: z.string(), data: z.instanceof(Uint8Array<ArrayBuffer>) }),
  ),
} as const;
