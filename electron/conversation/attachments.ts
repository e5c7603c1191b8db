import path from 'node:path';
import type { AttachedPart, AttachmentSource, AttachmentView } from '#shared/conversation/attachments.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import type { ResourceRead } from '#shared/resources/resources.ts';
import type { TopicHub } from '../ipc/topicHub.ts';
import type { MadePrompt } from '../mcp/promptWay.ts';
import type { AttachmentTable } from '../storage/attachmentTable.ts';
import { keepReading, type Kept, type Reading } from './keptReading.ts';
import { OneAtATime } from './oneAtATime.ts';
import { toPromptAttachment } from './promptAttachment.ts';
import type { TextFile } from './textFile.ts';

const maxPerMessage = 20;
/** The least time between two readings of one attachment that updates by itself, milliseconds: a server may tell of changes without end. */
const autoPauseMs = 1000;

export interface AttachmentsParts {
  readonly table: AttachmentTable;
  readonly hub: TopicHub;
  readonly now: () => number;
  readonly newId: () => string;
  readonly readResource: (serverKey: string, uri: string) => Promise<ResourceRead>;
  readonly titleOf: (serverKey: string, uri: string) => string;
  readonly readFile: (path: string) => Promise<TextFile>;
  /** What holds for the attachments of a server that say nothing else. */
  readonly updatesByItself: (serverKey: string) => boolean;
}

/**
 * What goes with the next message of each chat. It is read when it is attached and kept until it is sent or taken away; a newer reading takes
 * its place only at the person's wish, and only while it waits: what was sent stays as it was.
 */
export class Attachments {
  readonly #parts: AttachmentsParts;
  readonly #updating: OneAtATime;
  constructor(parts: AttachmentsParts) {
    this.#parts = parts;
    this.#updating = new OneAtATime(autoPauseMs);
    parts.table.purge();
  }

  /** Reads a resource and attaches it. Throws `FailureError`. */
  async addResource(conversationId: string, serverKey: string, uri: string): Promise<string> {
    this.#checkCount(conversationId);
    return this.#add(conversationId, await this.#read({ kind: 'resource', serverKey, uri }));
  }
  /** Reads a text file and attaches it. Throws `FailureError`. */
  async addFile(conversationId: string, typed: string): Promise<string> {
    this.#checkCount(conversationId);
    return this.#add(conversationId, await this.#read({ kind: 'file', path: typed }));
  }
  /** Reads anew what waits, and puts it in the place of the older reading. Throws `FailureError`; not-found for what was sent meanwhile. */
  async update(id: string): Promise<void> {
    const before = this.#waiting(id);
    const { auto, title } = before.view;
    const reading = await this.#read(before.view.source);
    // What the person has switched meanwhile holds.
    const now = this.#parts.table.draftView(id)?.auto ?? auto;
    const { view, parts } = keepReading(id, { ...reading, title: reading.title || title });
    this.#replace(before.conversationId, { view: { ...view, ...(now === undefined ? {} : { auto: now }) }, parts });
  }
  /** Whether it updates by itself from now on. */
  setAuto(id: string, on: boolean): void {
    const { conversationId, view } = this.#waiting(id);
    this.#replace(conversationId, { view: { ...view, auto: on }, parts: this.parts(id) });
  }
  /** A resource has changed: what waits and updates by itself is read anew. What fails keeps the older reading, and its mark. */
  changed(serverKey: string, uri: string): void {
    for (const { view } of this.#parts.table.waiting()) {
      const { source, id, auto } = view;
      if (source.kind !== 'resource' || source.serverKey !== serverKey || source.uri !== uri) continue;
      if (auto ?? this.#parts.updatesByItself(serverKey)) this.#updating.run(id, () => this.update(id).catch(keepOlder));
    }
  }
  /** The resources that wait in any chat. */
  waitingResources(): readonly AttachmentView[] {
    return this.#parts.table.waiting().flatMap(({ view }) => (view.source.kind === 'resource' ? [view] : []));
  }
  /** Puts a prompt that a server has made to the message. Throws `FailureError`. */
  addPrompt(conversationId: string, made: MadePrompt, way: 'text' | 'whole'): string {
    this.#checkCount(conversationId);
    return this.#put(conversationId, toPromptAttachment(this.#parts.newId(), made, way));
  }
  remove(conversationId: string, id: string): void {
    if (this.#parts.table.remove(conversationId, id))
      this.#parts.hub.publish('attachments', { conversationId }, { type: 'attachment.removed', id });
  }
  /** The ids of what waits for the next message of a chat. */
  waiting(conversationId: string): string[] {
    return this.#parts.table.draft(conversationId).map(({ id }) => id);
  }
  /** What the person saw attached to the message, by ids: an unknown or sent one is refused, so that nothing is silently left out. */
  draft(ids: readonly string[]): AttachmentView[] {
    return [...new Set(ids)].map((id) => {
      const found = this.#parts.table.draftView(id);
      if (!found) throw new FailureError('not-found', `no attachment ${id} waits`);
      return found;
    });
  }
  /** Binds attachments to the turn they went with, and keeps `also` with it; part of the transaction that starts it. */
  send(views: readonly AttachmentView[], also: readonly Kept[], place: { readonly conversationId: string; readonly turnId: string }): void {
    for (const { id } of views) this.#parts.table.send(id, place.conversationId, place.turnId);
    for (const { view, parts } of also) this.#parts.table.addSent(place, view, parts);
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
  close(): void {
    this.#updating.close();
  }

  async #read(source: AttachmentSource): Promise<Reading> {
    const { readFile, readResource, titleOf, now } = this.#parts;
    if (source.kind === 'file') {
      const file = await readFile(source.path);
      return {
        source: { kind: 'file', path: file.path },
        title: path.basename(file.path),
        contents: [{ kind: 'text', uri: file.path, mimeType: 'text/plain', text: file.text }],
        readAt: now(),
      };
    }
    if (source.kind === 'prompt') throw new FailureError('unavailable', 'a prompt is made anew by choosing it again');
    const { contents, readAt } = await readResource(source.serverKey, source.uri);
    if (contents.length === 0) throw new FailureError('resource-missing', 'the server gave no content');
    return { source, title: titleOf(source.serverKey, source.uri), contents, readAt };
  }
  #waiting(id: string): { readonly conversationId: string; readonly view: AttachmentView } {
    const found = this.#parts.table.waiting().find((one) => one.view.id === id);
    if (!found) throw new FailureError('not-found', `no attachment ${id} waits`);
    return found;
  }
  #replace(conversationId: string, { view, parts }: Kept): void {
    this.#parts.hub.state('attachments', { conversationId });
    if (!this.#parts.table.replace(view, parts)) throw new FailureError('not-found', `no attachment ${view.id} waits`);
    this.#parts.hub.publish('attachments', { conversationId }, { type: 'attachment.added', attachment: view });
  }
  #checkCount(conversationId: string): void {
    if (this.#parts.table.draft(conversationId).length >= maxPerMessage)
      throw new FailureError('too-many-attachments', `at most ${maxPerMessage} attachments`);
  }
  #add(conversationId: string, reading: Reading): string {
    const id = this.#parts.newId();
    return this.#put(conversationId, keepReading(id, reading));
  }
  #put(conversationId: string, { view, parts }: Pick<Kept, 'view' | 'parts'>): string {
    this.#parts.hub.state('attachments', { conversationId }); // loaded before the row is there, or it would stand there twice
    this.#parts.table.add(conversationId, view, parts);
    this.#parts.hub.publish('attachments', { conversationId }, { type: 'attachment.added', attachment: view });
    return view.id;
  }
}

/** The draft of the chat that does not exist yet. */
const newChat = 'new';
/** The mark of a newer version stays, and the person may try by hand. */
const keepOlder = (): undefined => undefined;
