/** The schema, one step per release that changed it. A step that has shipped is never edited. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE chat (
    id TEXT PRIMARY KEY, title TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, deleted INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE event (
    conversation_id TEXT NOT NULL REFERENCES chat(id) ON DELETE CASCADE, seq INTEGER NOT NULL, type TEXT NOT NULL, turn_id TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (conversation_id, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX event_turn ON event (conversation_id, seq) WHERE type = 'turn.started';
  CREATE INDEX event_ended ON event (conversation_id, turn_id) WHERE type = 'turn.ended';
  CREATE TABLE decision (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL, verdict TEXT NOT NULL, decided_at INTEGER NOT NULL,
    call_id TEXT, spent_at INTEGER
  ) STRICT;
  CREATE INDEX decision_call ON decision (call_id) WHERE call_id IS NOT NULL;
  CREATE TABLE trust (server_key TEXT PRIMARY KEY, launch_hash TEXT NOT NULL, verdict TEXT NOT NULL, decided_at INTEGER NOT NULL) STRICT;
  CREATE TABLE accepted (
    server_key TEXT NOT NULL, launch_hash TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, digest TEXT NOT NULL, raw TEXT NOT NULL,
    PRIMARY KEY (server_key, kind, name)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE rule (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE setting (name TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE process (pid INTEGER PRIMARY KEY, start_time TEXT NOT NULL, command_hash TEXT NOT NULL, server_key TEXT NOT NULL) STRICT;
  CREATE TABLE era (launch_hash TEXT PRIMARY KEY, verdict TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
  `,
  `
  CREATE TABLE secret (name TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT;
  `,
];
