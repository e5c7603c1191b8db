import { createHash } from 'node:crypto';
import path from 'node:path';
import { type ChatFile, ChatFileError, newIds, readChatFile, withNewIds } from '#shared/conversation/chatFile.ts';
import { type Locale, translate } from '#shared/i18n/translate.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import { mediaTypeOf } from '../mcp/mediaKind.ts';
import { parseStrict } from '../schema/strictJson.ts';
import { type ChatFileParts, maxChatFile } from './chatExport.ts';
import { readTextFile } from './textFile.ts';

interface Media {
  readonly id: string;
  readonly data: Uint8Array;
}

/**
 * Makes a new chat of a file: new ids, everything closed, nothing decided, and nothing of it in the journal. All of it is there or none.
 * Throws `FailureError`.
 */
export async function importChat(parts: ChatFileParts, typed: string, language: Locale): Promise<{ readonly conversationId: string }> {
  const { path: file, text } = await read(parts, typed);
  const { chat, media } = checked(text);
  const conversationId = parts.newId();
  const given = chat.title;
  const marked = translate(language, 'chatFile.import.mark', { title: given }).slice(0, 200);
  const ids = newIds(() => parts.newId());
  const { tables, now } = parts;
  const texts = new Map(chat.attachments.map((one) => [one.id, one.parts]));
  parts.conversations.adopt(conversationId, marked, () => {
    tables.chatImports.add(conversationId, { file: path.basename(file), at: now(), given, marked, leftOut: chat.leftOut.length });
    for (const event of chat.events) {
      const mine = withNewIds(event, ids);
      tables.log.keep(conversationId, mine);
      tables.messages.add(conversationId, mine);
      if (mine.type !== 'turn.started' || event.type !== 'turn.started') continue;
      mine.attachments?.forEach((view, at) => {
        const was = event.attachments?.[at];
        tables.attachments.addSent({ conversationId, turnId: mine.turnId }, view, (was && texts.get(was.id)) ?? []);
      });
    }
    for (const { id, data } of media) tables.media.add(conversationId, id, data);
  });
  return { conversationId };
}

async function read({ places }: ChatFileParts, typed: string): Promise<{ readonly path: string; readonly text: string }> {
  try {
    return await readTextFile(typed, places, maxChatFile);
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    const { code, detail } = error.failure;
    if (code === 'file-refused') throw new FailureError('chat-file-place', detail, { cause: error });
    if (code === 'file-missing') throw new FailureError('chat-file-missing', detail, { cause: error });
    if (code === 'file-too-large') throw new FailureError('chat-file-large', detail, { cause: error });
    throw new FailureError('chat-file-broken', `${code}: ${detail}`, { cause: error });
  }
}

function checked(text: string): { readonly chat: ChatFile; readonly media: readonly Media[] } {
  const json = parseStrict(text, { maxLength: maxChatFile });
  if (!json.ok) throw new FailureError('chat-file-broken', json.problem);
  try {
    const chat = readChatFile(json.value);
    return { chat, media: chat.media.map(toMedia) };
  } catch (error) {
    if (!(error instanceof ChatFileError)) throw error;
    throw new FailureError(error.newer ? 'chat-file-newer' : 'chat-file-broken', error.message, { cause: error });
  }
}

/** Bytes under their true digest, of a kind that can be shown; anything else refuses the file. */
function toMedia({ id, data }: ChatFile['media'][number]): Media {
  const bytes = Buffer.from(data, 'base64');
  if (bytes.toString('base64') !== data) throw new ChatFileError(`A picture is not in base64: ${id}.`);
  if (createHash('sha256').update(bytes).digest('hex') !== id) throw new ChatFileError(`A picture is not what its digest says: ${id}.`);
  if (mediaTypeOf(bytes) === undefined) throw new ChatFileError(`It is neither a picture nor a sound: ${id}.`);
  return { id, data: bytes };
}
