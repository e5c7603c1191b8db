import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

/** Writes a chat of so many turns into a data folder whose database the app has made; the app must not run. */
export function seedChat(data, title, turns, answerOf) {
  const db = new DatabaseSync(path.join(data, 'steward.db'));
  const id = `seeded-${title}`;
  const addChat = db.prepare('INSERT INTO chat (id, title, created_at, updated_at) VALUES (?, ?, ?, ?)');
  const addEvent = db.prepare('INSERT INTO event (conversation_id, seq, type, turn_id, body) VALUES (?, ?, ?, ?, ?)');
  db.exec('BEGIN');
  addChat.run(id, title, Date.now(), Date.now());
  let seq = 0;
  for (let at = 0; at < turns; at += 1) {
    const turn = { turnId: `${id}-${at}`, at: 1_700_000_000_000 + at * 1000 };
    const events = [
      { ...turn, type: 'turn.started', text: `Question number ${at}`, model: 'demo' },
      { ...turn, type: 'model.text', text: answerOf(at) },
      { ...turn, type: 'model.finished', stop: 'end' },
      { ...turn, type: 'turn.ended', outcome: 'answered' },
    ];
    for (const event of events) addEvent.run(id, (seq += 1), event.type, event.turnId, JSON.stringify(event));
  }
  db.exec('COMMIT');
  db.close();
}
