import type { ChatView } from '#shared/conversation/chats.ts';
import type { ConversationEvent, ConversationFlash } from '#shared/conversation/events.ts';
import { emptyConversation, isOpen, callsOf, reduceConversation, type ConversationState, type Turn } from '#shared/conversation/state.ts';
import { pieceCharacters, textOf, withBeginnings } from '#shared/conversation/longResults.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import { searchChats } from './searchChats.ts';
import { useAnyway, type CallPlace } from './useAnyway.ts';
import type { TopicHub } from '../ipc/topicHub.ts';
import { NotSavedError, transaction, type Database } from '../storage/database.ts';
import type { EventLog } from '../storage/eventLog.ts';
import type { Tables } from '../storage/tables.ts';

/** Turns kept in the topic and per page of older ones. */
export const turnsPerPage = 100;

export interface ConversationParts {
  readonly db: Database;
  readonly tables: Pick<Tables, 'log' | 'chats' | 'branches' | 'messages'>;
  readonly hub: TopicHub;
  readonly now: () => number;
  /** Told when the disk refuses, and when it takes everything again. */
  readonly onSaved: (saved: boolean, detail: string) => void;
}
/** A place in the text of a block of a result. */
export interface ResultPlace {
  readonly conversationId: string;
  readonly turnId: string;
  readonly callId: string;
  readonly block: number;
  readonly from: number;
}
/** A turn at which another chat branches off, and whether it is kept there. */
export interface BranchPlace {
  readonly conversationId: string;
  readonly turnId: string;
  readonly keep: boolean;
}
interface Unsaved {
  readonly conversationId: string;
  readonly event: ConversationEvent;
}

/** Folds the last turns of a chat out of the log; what a topic starts from. */
export function loadConversation(log: EventLog, conversationId: string): ConversationState {
  const { events, earlier } = log.readTurns(conversationId, turnsPerPage);
  return { ...events.map(withBeginnings).reduce(reduceConversation, emptyConversation), earlier };
}

/** `record` is the only way an event comes to exist: append, commit, then publish. */
export class Conversations {
  readonly #parts: ConversationParts;
  readonly #titles = new Map<string, string>();
  readonly #branchedFrom = new Map<string, string>();
  readonly #pinned = new Set<string>();
  readonly #unsaved: Unsaved[] = [];
  readonly #deleted = new Set<string>();
  constructor(parts: ConversationParts) {
    this.#parts = parts;
    parts.tables.chats.purge();
    for (const row of [...parts.tables.chats.all()].reverse()) {
      this.#titles.set(row.id, row.title);
      if (row.pinned === 1) this.#pinned.add(row.id);
      if (row.branchedFrom !== null) this.#branchedFrom.set(row.id, row.branchedFrom);
      this.#announce(row.id, row.updatedAt, 'quiet');
    }
  }

  state(conversationId: string): ConversationState {
    return this.#parts.hub.state('conversation', { conversationId });
  }
  turn(conversationId: string, turnId: string): Turn | undefined {
    return this.state(conversationId).turns.findLast((t) => t.id === turnId);
  }
  title(conversationId: string): string {
    return this.#titles.get(conversationId) ?? '';
  }

  /**
   * Appends, commits and publishes. With `also`, both happen in one transaction and a disk that refuses throws `NotSavedError`, nothing done.
   * Without it, a refused event stays on the screen and in a queue that is written as soon as the disk takes it.
   */
  record(conversationId: string, event: ConversationEvent, also?: () => void): void {
    this.recordAll(conversationId, [event], also);
  }
  /** The same for events that belong together: one transaction, then each is published in its turn. */
  recordAll(conversationId: string, events: readonly ConversationEvent[], also?: () => void): void {
    const { hub } = this.#parts;
    hub.state('conversation', { conversationId }); // loaded before the row is there, or it would be folded twice
    const mustSave = also !== undefined || events.some((event) => event.type === 'turn.started');
    const items = events.map((event) => ({ conversationId, event }));
    try {
      this.#write([...this.#unsaved, ...items], also);
      this.#saved();
    } catch (error) {
      if (mustSave || !(error instanceof NotSavedError)) throw error;
      this.#unsaved.push(...items);
      this.#parts.onSaved(false, error.message);
    }
    for (const event of events) {
      hub.publish('conversation', { conversationId }, withBeginnings(event));
      this.#follow(conversationId, event);
    }
  }
  /** Tells watchers about something that streams; never stored. */
  flash(conversationId: string, flash: ConversationFlash): void {
    this.#parts.hub.publish('conversation', { conversationId }, flash);
    if (flash.type === 'call.waiting') this.#announce(conversationId, this.#parts.now(), 'waiting');
  }
  /** True while the disk has refused something that happened. */
  get hasUnsaved(): boolean {
    return this.#unsaved.length > 0;
  }
  /** Writes what the disk refused before. True when nothing is left. */
  retryUnsaved(): boolean {
    if (this.#unsaved.length === 0) return true;
    try {
      this.#write(this.#unsaved);
      this.#saved();
      return true;
    } catch (error) {
      if (!(error instanceof NotSavedError)) throw error;
      return false;
    }
  }

  /** Makes a chat that has its history already: `write` puts it into the log, in one transaction with the chat. Throws what the disk throws. */
  adopt(conversationId: string, title: string, write: () => void): void {
    const { db, tables, now } = this.#parts;
    const at = now();
    transaction(db, () => {
      tables.chats.ensure(conversationId, title, at);
      write();
    });
    this.#titles.set(conversationId, title);
    this.#announce(conversationId, at, 'quiet');
  }
  rename(conversationId: string, title: string): void {
    const row = this.#row(conversationId);
    this.#parts.tables.chats.rename(conversationId, title);
    this.#titles.set(conversationId, title);
    this.#announce(conversationId, row.updatedAt, row.activity);
  }
  /**
   * Makes the chat `to`, which holds what this one does up to a turn, with it or without it; then what was attached to it waits for the next
   * message there. Throws `FailureError`: not-found, busy for a turn that is not over, not-saved while the disk takes nothing.
   */
  branch({ conversationId, turnId, keep }: BranchPlace, to: string): void {
    const { db, tables, now } = this.#parts;
    this.#row(conversationId);
    if (keep && this.turn(conversationId, turnId)?.outcome === 'open') throw new FailureError('busy', 'the turn is not over');
    if (!this.retryUnsaved()) throw new FailureError('not-saved', 'the disk takes nothing');
    const title = numbered(this.title(conversationId), new Set(this.#titles.values()));
    const at = now();
    const isCopied = transaction(db, () => tables.branches.copy({ from: conversationId, to, title, at, turnId, keep }));
    if (!isCopied) throw new FailureError('not-found', 'no such turn');
    this.#titles.set(to, title);
    this.#branchedFrom.set(to, conversationId);
    this.#announce(to, at, 'quiet');
  }
  /** Keeps the chat at the head of the list, or no longer. */
  pin(conversationId: string, pinned: boolean): void {
    const { updatedAt, activity } = this.#row(conversationId);
    this.#parts.tables.chats.pin(conversationId, pinned);
    if (pinned) this.#pinned.add(conversationId);
    else this.#pinned.delete(conversationId);
    this.#announce(conversationId, updatedAt, activity);
  }
  /** Hides the chat; it is gone for good at the next start unless restored. */
  delete(conversationId: string): void {
    this.#row(conversationId);
    this.#parts.tables.chats.setDeleted(conversationId, true);
    this.#deleted.add(conversationId);
    this.#parts.hub.publish('chats', {}, { type: 'chat.removed', id: conversationId });
  }
  restore(conversationId: string): void {
    if (!this.#titles.has(conversationId)) throw new FailureError('not-found', 'no such chat');
    this.#parts.tables.chats.setDeleted(conversationId, false);
    this.#deleted.delete(conversationId);
    this.#announce(conversationId, this.state(conversationId).turns.at(-1)?.startedAt ?? this.#parts.now(), 'quiet');
  }
  /** Turns that hold every word of a query. */
  search(query: string): ReturnType<typeof searchChats> {
    return searchChats(this.#parts.tables.messages, query);
  }
  /** At most 100 turns before the given one, oldest first. */
  page(conversationId: string, beforeTurnId: string): { readonly turns: readonly Turn[]; readonly earlier: boolean } {
    const { events, earlier } = this.#parts.tables.log.readTurns(conversationId, turnsPerPage, beforeTurnId);
    return { turns: events.map(withBeginnings).reduce(reduceConversation, emptyConversation).turns, earlier };
  }
  /** A piece of the text of a result's block, from a character on; empty at its end. Throws `not-found` for a call that is not kept. */
  resultText({ conversationId, turnId, callId, block, from }: ResultPlace): string {
    const event = this.#parts.tables.log.readTurn(conversationId, turnId).find((e) => e.type === 'call.finished' && e.callId === callId);
    const found = event?.type === 'call.finished' ? event.blocks[block] : undefined;
    const text = found && textOf(found);
    if (text === undefined) throw new FailureError('not-found', 'no such result');
    return text.slice(from, from + pieceCharacters);
  }
  /** Lets the model have what was kept back of a result. Throws `not-found` where nothing was. */
  useAnyway(place: CallPlace): void {
    const { tables, now } = this.#parts;
    const record = (id: string, event: ConversationEvent): void => this.record(id, event);
    useAnyway({ readTurn: (id, turnId) => tables.log.readTurn(id, turnId), record, now }, place);
  }
  /** Forgets the folded state of a chat that nobody watches. */
  release(conversationId: string): void {
    this.#parts.hub.release('conversation', { conversationId });
  }
  /** The chats in which a crash left a turn open. */
  withOpenTurns(): string[] {
    return this.#parts.tables.log.withOpenTurns();
  }

  #write(items: readonly Unsaved[], also?: () => void): void {
    const { db, now } = this.#parts;
    const { log, chats, messages } = this.#parts.tables;
    transaction(db, () => {
      for (const { conversationId, event } of items) {
        if (event.type === 'turn.started') chats.ensure(conversationId, titleOf(event.text), event.at);
        log.append(conversationId, event);
        messages.add(conversationId, event);
        if (event.type === 'turn.started' || event.type === 'turn.ended') chats.touch(conversationId, now());
      }
      also?.();
    });
  }
  #saved(): void {
    if (this.#unsaved.length === 0) return;
    this.#unsaved.length = 0;
    this.#parts.onSaved(true, '');
  }
  #follow(conversationId: string, event: ConversationEvent): void {
    if (event.type === 'turn.started') {
      if (!this.#titles.has(conversationId)) this.#titles.set(conversationId, titleOf(event.text));
      this.#announce(conversationId, event.at, 'running');
    } else if (event.type === 'turn.ended') this.#announce(conversationId, event.at, 'quiet');
    else if (event.type === 'call.judged' || event.type === 'call.finished')
      this.#announce(conversationId, event.at, this.#activity(conversationId));
  }
  #activity(conversationId: string): ChatView['activity'] {
    const turn = this.state(conversationId).turns.at(-1);
    if (!turn || turn.outcome !== 'open') return 'quiet';
    return callsOf(turn).some((call) => isOpen(call) && call.status === 'waiting') ? 'waiting' : 'running';
  }
  #row(conversationId: string): ChatView {
    const row = this.#parts.hub.state('chats', {}).find((c) => c.id === conversationId);
    if (!row) throw new FailureError('not-found', 'no such chat');
    return row;
  }
  #announce(id: string, updatedAt: number, activity: ChatView['activity']): void {
    if (this.#deleted.has(id)) return; // its turn may still be ending
    const from = this.#branchedFrom.get(id);
    const chat = {
      id,
      title: this.title(id),
      updatedAt,
      activity,
      ...(from === undefined ? {} : { branchedFrom: from }),
      ...(this.#pinned.has(id) ? { pinned: true } : {}),
    };
    this.#parts.hub.publish('chats', {}, { type: 'chat.changed', chat });
  }
}

/** A chat is called by the first line of its first message until the person renames it. */
function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  const letters = Array.from(line);
  return letters.length > 60 ? `${letters.slice(0, 59).join('')}…` : line;
}

/** What a title may be at most, in characters; a chat's file takes no longer one. */
const maxTitle = 200;

/** A title that no other chat has: "Weather (2)". */
function numbered(title: string, taken: ReadonlySet<string>): string {
  const bare = title.replace(/ \(\d+\)$/, '');
  const called = (n: number): string => {
    const end = ` (${n})`;
    // Half a pair that a cut leaves behind goes too.
    return `${bare.slice(0, maxTitle - end.length).replace(/[\ud800-\udbff]$/, '')}${end}`;
  };
  let n = 2;
  while (taken.has(called(n))) n += 1;
  return called(n);
}
