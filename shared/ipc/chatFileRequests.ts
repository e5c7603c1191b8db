import * as z from 'zod';
import { request, type Audiences } from './define.ts';

const chat: Audiences = ['chat'];
const Id = z.string().min(1).max(200);
const FilePath = z.string().min(1).max(4096);

/** A chat as a file, and back. */
export const chatFileRequests = {
  /**
   * Writes the chat to a new file: at the path (absolute or with ~, ending in `.md` or `.json` as the format says), or where a dialog of main
   * says; null when the person gave up there. `leftOut` counts the pictures and sounds that would have made it too large.
   */
  'chat.export': request(
    chat,
    z.strictObject({ conversationId: Id, as: z.enum(['markdown', 'json']), language: z.enum(['en', 'zh']), path: FilePath.optional() }),
    z.object({ path: z.string(), leftOut: z.number() }).nullable(),
  ),
  /** Makes a new chat of a file: at the path, or picked in a dialog of main; null when none was picked. */
  'chat.import': request(
    chat,
    z.strictObject({ path: FilePath.optional(), language: z.enum(['en', 'zh']) }),
    z.object({ conversationId: z.string() }).nullable(),
  ),
  /** The file that a chat was imported from, and when; null for one that grew here. */
  'chat.origin': request(
    chat,
    z.strictObject({ conversationId: Id }),
    z.object({ file: z.string(), at: z.number(), leftOut: z.number() }).nullable(),
  ),
} as const;
