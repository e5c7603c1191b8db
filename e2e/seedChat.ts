import path from 'node:path';
import type { ConversationEvent } from '#shared/conversation/events.ts';
import { ChatTable } from '../electron/storage/chatTable.ts';
import { openDatabase, transaction } from '../electron/storage/database.ts';
import { EventLog } from '../electron/storage/eventLog.ts';
import { MessageTable } from '../electron/storage/messageTable.ts';

export interface SeededTurn {
  readonly question: string;
  readonly answer: string;
}

/** Writes a chat into a data folder by the app's own tables, as it would stand there after these turns. The app must not run. */
export function seedChat(dir: string, title: string, turns: readonly SeededTurn[]): void {
  const { db } = openDatabase(path.join(dir, 'steward.db'), 'replaced');
  const log = new EventLog(db);
  const messages = new MessageTable(db);
  const conversationId = `seeded-${title}`;
  transaction(db, () => {
    new ChatTable(db).ensure(conversationId, title, Date.now());
    for (const [index, { question, answer }] of turns.entries()) {
      const turn = { turnId: `${conversationId}-${index}`, at: 1_700_000_000_000 + index * 1000 };
      const events: ConversationEvent[] = [
        { ...turn, type: 'turn.started', text: question, model: 'demo' },
        { ...turn, type: 'model.text', text: answer },
        { ...turn, type: 'model.finished', stop: 'end' },
        { ...turn, type: 'turn.ended', outcome: 'answered' },
      ];
      for (const event of events) {
        log.append(conversationId, event);
        messages.add(conversationId, event);
      }
    }
  });
  db.close();
}
