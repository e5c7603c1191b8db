import { randomUUID } from 'node:crypto';
import { link, open, realpath, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import {
  ChatFile,
  chatFormat,
  chatFormatVersion,
  newIds,
  toFileEvents,
  withNewIds,
  type FileEvent,
} from '#shared/conversation/chatFile.ts';
import { toMarkdown } from '#shared/conversation/chatMarkdown.ts';
import type { ConversationEvent } from '#shared/conversation/events.ts';
import { emptyConversation, reduceConversation } from '#shared/conversation/state.ts';
import { type Locale, translate } from '#shared/i18n/translate.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';
import type { Conversations } from './conversations.ts';
import { type FilePlaces, refuseKeys, wholePath } from './textFile.ts';

/** What a chat's file may hold, bytes; a larger one is neither written nor read. */
export const maxChatFile = 32_000_000;
/** Of these, what pictures and sounds may take as they are, bytes. */
const maxMedia = 12_000_000;

export interface ChatFileParts {
  readonly db: Database;
  readonly tables: Pick<Tables, 'log' | 'messages' | 'attachments' | 'media' | 'chatImports'>;
  readonly conversations: Conversations;
  readonly places: FilePlaces;
  readonly now: () => number;
  readonly newId: () => string;
}
export interface ExportWish {
  readonly conversationId: string;
  readonly as: 'markdown' | 'json';
  readonly language: Locale;
  readonly path?: string | undefined;
}

/**
 * Writes a chat to a file. A typed path must be a new file of the format's ending: a page may name it, so it must not be able to replace
 * anything, nor to put anything among keys and our own data. Without one `choose` asks in a native dialog, which asks before it replaces.
 */
export async function exportChat(
  parts: ChatFileParts,
  wish: ExportWish,
  choose: (suggestedName: string) => Promise<string | undefined>,
): Promise<{ readonly path: string; readonly leftOut: number } | null> {
  const { text, leftOut } = wish.as === 'json' ? jsonOf(parts, wish.conversationId) : { text: markdownOf(parts, wish), leftOut: 0 };
  const ending = wish.as === 'json' ? '.json' : '.md';
  const file =
    wish.path === undefined ? await choose(`${fileName(titleOf(parts, wish.conversationId))}${ending}`) : typed(wish.path, ending, parts);
  if (file === undefined) return null;
  await refusePlace(file, parts.places);
  await writeWhole(file, text, wish.path === undefined);
  return { path: file, leftOut };
}

function typed(text: string, ending: string, { places }: ChatFileParts): string {
  let file: string;
  try {
    file = wholePath(text, places);
  } catch (error) {
    throw new FailureError('chat-file-name', 'the path must be whole', { cause: error });
  }
  if (path.extname(file).toLowerCase() !== ending) throw new FailureError('chat-file-name', `the name must end in ${ending}`);
  return file;
}
const fileName = (title: string): string =>
  title
    .replace(/[^\p{L}\p{N}._ -]+/gu, ' ')
    .trim()
    .replace(/^\.+/, '')
    .slice(0, 60) || 'chat';

/** The title that the chat has of its own: without the mark that an import gave it. */
function titleOf({ conversations, tables }: ChatFileParts, conversationId: string): string {
  const title = conversations.title(conversationId);
  const origin = tables.chatImports.get(conversationId);
  return origin && origin.marked === title ? origin.given : title;
}
function eventsOf({ tables }: ChatFileParts, conversationId: string): readonly ConversationEvent[] {
  const { events } = tables.log.readTurns(conversationId, 1_000_000);
  if (events.length === 0) throw new FailureError('chat-empty', 'no events');
  return events;
}

function markdownOf(parts: ChatFileParts, { conversationId, language }: ExportWish): string {
  const { turns } = eventsOf(parts, conversationId).reduce(reduceConversation, emptyConversation);
  const format = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  return toMarkdown({
    title: titleOf(parts, conversationId),
    turns,
    attached: (id) => parts.tables.attachments.parts(id) ?? [],
    t: (key, words) => translate(language, key, words),
    time: (at) => format.format(at),
  });
}

function jsonOf(parts: ChatFileParts, conversationId: string): { readonly text: string; readonly leftOut: number } {
  const counts = { t: 0, c: 0, a: 0 };
  const ids = newIds((kind) => `${kind}${++counts[kind]}`);
  const own = toFileEvents(eventsOf(parts, conversationId));
  const events = own.map((event) => withNewIds(event, ids));
  const { media, leftOut } = mediaOf(parts, conversationId, events);
  const attachments = own.flatMap((event) => (event.type === 'turn.started' ? (event.attachments ?? []) : []));
  const file: ChatFile = {
    format: chatFormat,
    version: chatFormatVersion,
    exportedAt: parts.now(),
    title: titleOf(parts, conversationId),
    events,
    attachments: attachments.flatMap(({ id }) => {
      const texts = parts.tables.attachments.parts(id);
      return texts ? [{ id: ids.attachment(id), parts: texts }] : [];
    }),
    media,
    leftOut,
  };
  const text = `${JSON.stringify(file, (_key, value: unknown) => (typeof value === 'string' ? wellFormed(value) : value), 1)}\n`;
  if (Buffer.byteLength(text) > maxChatFile) throw new FailureError('chat-too-large', `${Buffer.byteLength(text)} bytes`);
  return { text, leftOut: leftOut.length };
}
/** Half a character can't be written to a file. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** The pictures and sounds that the events name: as many as fit, and which ones do not. */
function mediaOf({ tables }: ChatFileParts, conversationId: string, events: readonly FileEvent[]): Pick<ChatFile, 'media' | 'leftOut'> {
  const blocks = events.flatMap((event) => (event.type === 'call.finished' ? event.blocks : []));
  const sizes = new Map(
    blocks.flatMap((block) => (block.kind === 'binary' && block.media !== undefined ? [[block.media, block.bytes]] : [])),
  );
  const media: { id: string; data: string }[] = [];
  const leftOut: { id: string; bytes: number }[] = [];
  let room = maxMedia;
  for (const [id, bytes] of sizes) {
    const data = tables.media.get(conversationId, id);
    if (data && data.length <= room) {
      room -= data.length;
      media.push({ id, data: Buffer.from(data).toString('base64') });
    } else leftOut.push({ id, bytes });
  }
  return { media, leftOut };
}

/** Throws `FailureError` where keys or our own data lie, links followed. */
export async function refusePlace(file: string, places: FilePlaces): Promise<void> {
  try {
    await refuseKeys(path.join(await realpath(path.dirname(file)), path.basename(file)), places);
  } catch (error) {
    if (error instanceof FailureError) throw new FailureError('chat-file-place', file, { cause: error });
    throw new FailureError('not-saved', (error as NodeJS.ErrnoException).code ?? String(error), { cause: error });
  }
}

/** The whole text or nothing: it is written beside and moved to its place when all of it is on disk. */
async function writeWhole(file: string, text: string, mayReplace: boolean): Promise<void> {
  const beside = path.join(path.dirname(file), `.${randomUUID()}.part`);
  try {
    const handle = await open(beside, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // A link fails where there is a file of that name already, which a rename would replace.
    if (mayReplace) await rename(beside, file);
    else await link(beside, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new FailureError('chat-file-exists', file, { cause: error });
    throw new FailureError('not-saved', error instanceof Error ? error.message : String(error), { cause: error });
  } finally {
    await unlink(beside).catch(goneAlready);
  }
}
/** It was moved, or never came to be. */
const goneAlready = (): undefined => undefined;
