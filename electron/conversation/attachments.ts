import { createHash } from 'node:crypto';
import path from 'node:path';
import type { AttachedPart, AttachmentSource, AttachmentView } from '#shared/conversation/attachments.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import type { ReadContent, ResourceRead } from '#shared/resources/resources.ts';
import type { TopicHub } from '../ipc/topicHub.ts';
import type { AttachmentTable } from '../storage/attachmentTable.ts';
import type { TextFile } from './textFile.ts';

/** Characters of one attachment that are kept; what is beyond is cut off, and the model is told. */
export const maxKeptCharacters = 200_000;
const maxPerMessage = 20;

export interface AttachmentsParts {
  readonly table: AttachmentTable;
  readonly hub: TopicHub;
  readonly now: () => number;
  readonly newId: () => string;
  readonly readResource: (serverKey: string, uri: string) => Promise<ResourceRead>;
  readonly titleOf: (serverKey: string, uri: string) => string;
  readonly readFile: (path: string) => Promise<TextFile>;
}

/** What goes with the next message of each chat. It is read once, when it is attached, and kept until it is sent or taken away. */
export class Attachments {
  readonly #parts: AttachmentsParts;
  constructor(parts: AttachmentsParts) {
    this.#parts = parts;
    parts.table.purge();
  }

  /** Reads a resource and attaches what came. Throws `FailureError`. */
  async addResource(conversationId: string, serverKey: string, uri: string): Promise<string> {
    this.#checkCount(conversationId);
    const { contents, readAt } = await this.#parts.readResource(serverKey, uri);
    if (contents.length === 0) throw new FailureError('resource-missing', 'the server gave no content');
    const title = this.#parts.titleOf(serverKey, uri);
    return this.#add(conversationId, { source: { kind: 'resource', serverKey, uri }, title, contents, readAt });
  }
  /** Reads a text file and attaches it. Throws `FailureError`. */
  async addFile(conversationId: string, typed: string): Promise<string> {
    this.#checkCount(conversationId);
    const file = await this.#parts.readFile(typed);
    const contents: ReadContent[] = [{ kind: 'text', uri: file.path, mimeType: 'text/plain', text: file.text }];
    const source = { kind: 'file', path: file.path } as const;
    return this.#add(conversationId, { source, title: path.basename(file.path), contents, readAt: this.#parts.now() });
  }
  remove(conversationId: string, id: string): void {
    if (this.#parts.table.remove(conversationId, id))
      this.#parts.hub.publish('attachments', { conversationId }, { type: 'attachment.removed', id });
  }
  /** What the person saw attached to the message, by ids: an unknown or sent one is refused, so that nothing is silently left out. */
  draft(ids: readonly string[]): AttachmentView[] {
    return [...new Set(ids)].map((id) => {
      const found = this.#parts.table.draftView(id);
      if (!found) throw new FailureError('not-found', `no attachment ${id} waits`);
      return found;
    });
  }
  /** Binds attachments to the turn they went with; part of the transaction that starts it. */
  send(views: readonly AttachmentView[], conversationId: string, turnId: string): void {
    for (const { id } of views) this.#parts.table.send(id, conversationId, turnId);
  }
  /** They are sent: no draft shows them any more. */
  sent(views: readonly AttachmentView[], conversationId: string): void {
    for (const { id } of views)
      for (const key of [conversationId, newChat])
        this.#parts.hub.publish('attachments', { conversationId: key }, { type: 'attachment.removed', id });
  }
  /** The texts of one attachment; none for an unknown one. */
  parts(id: string): readonly AttachedPart[] {
    return this.#parts.table.parts(id) ?? [];
  }

  #checkCount(conversationId: string): void {
    if (this.#parts.table.draft(conversationId).length >= maxPerMessage)
      throw new FailureError('too-many-attachments', `at most ${maxPerMessage} attachments`);
  }
  #add(conversationId: string, read: Read): string {
    const id = this.#parts.newId();
    const { parts, ...facts } = keep(read);
    const attachment: AttachmentView = { id, source: read.source, title: read.title.slice(0, 300), readAt: read.readAt, ...facts };
    this.#parts.hub.state('attachments', { conversationId }); // loaded before the row is there, or it would stand there twice
    this.#parts.table.add(conversationId, attachment, parts);
    this.#parts.hub.publish('attachments', { conversationId }, { type: 'attachment.added', attachment });
    return id;
  }
}

/** The draft of the chat that does not exist yet. */
const newChat = 'new';

interface Read {
  readonly source: AttachmentSource;
  readonly title: string;
  readonly contents: readonly ReadContent[];
  readonly readAt: number;
}
type Kept = Pick<AttachmentView, 'mimeType' | 'characters' | 'bytes' | 'cut' | 'digest'> & { readonly parts: AttachedPart[] };

/** What is kept of a read: text up to the limit over all contents, everything else by kind and size; the digest is of the whole. */
function keep({ contents }: Read): Kept {
  const hash = createHash('sha256');
  const parts: AttachedPart[] = [];
  let [characters, bytes, left] = [0, 0, maxKeptCharacters];
  for (const content of contents) {
    const { uri, mimeType } = content;
    hash.update(`${content.kind} ${uri} ${mimeType}\n`);
    if (content.kind === 'text') {
      hash.update(content.text);
      characters += content.text.length;
      bytes += Buffer.byteLength(content.text);
      parts.push({ kind: 'text', uri, mimeType, text: content.text.slice(0, left) });
      left = Math.max(0, left - content.text.length);
    } else {
      hash.update(content.kind === 'media' ? content.data : String(content.bytes));
      bytes += content.bytes;
      parts.push({ kind: 'binary', uri, mimeType, bytes: content.bytes });
    }
  }
  const mimeType = contents.length === 1 ? (contents[0]?.mimeType ?? '') : '';
  return { parts, mimeType, characters, bytes, cut: characters > maxKeptCharacters, digest: hash.digest('hex') };
}
