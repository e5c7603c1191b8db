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
  `
  CREATE TABLE journal (
    seq INTEGER PRIMARY KEY, body TEXT NOT NULL, hash TEXT NOT NULL,
    at INTEGER GENERATED ALWAYS AS (json_extract(body, '$.at')) STORED,
    kind TEXT GENERATED ALWAYS AS (json_extract(body, '$.kind')) STORED,
    server_key TEXT GENERATED ALWAYS AS (json_extract(body, '$.serverKey')) STORED,
    turn_id TEXT GENERATED ALWAYS AS (json_extract(body, '$.turnId')) STORED,
    words TEXT GENERATED ALWAYS AS (lower(
      json_extract(body, '$.kind') || ' ' || json_extract(body, '$.what') || ' ' || coalesce(json_extract(body, '$.serverKey'), '') || ' ' ||
      coalesce(json_extract(body, '$.toolName'), '') || ' ' || coalesce(json_extract(body, '$.outcome'), '') || ' ' ||
      coalesce(json_extract(body, '$.by'), '') || ' ' || coalesce(json_extract(body, '$.arguments.preview'), '') || ' ' ||
      coalesce(json_extract(body, '$.arguments.digest'), '') || ' ' || coalesce(json_extract(body, '$.ruleId'), '') || ' ' ||
      coalesce(json_extract(body, '$.callId'), '') || ' ' || coalesce(json_extract(body, '$.decisionId'), '')
    )) STORED
  ) STRICT;
  CREATE INDEX journal_turn ON journal (turn_id) WHERE turn_id IS NOT NULL;
  CREATE TABLE journal_head (one INTEGER PRIMARY KEY CHECK (one = 1), count INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
  INSERT INTO journal_head VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');
  CREATE TRIGGER journal_kept BEFORE DELETE ON journal BEGIN SELECT raise(ABORT, 'the journal only grows'); END;
  CREATE TRIGGER journal_fixed BEFORE UPDATE ON journal BEGIN SELECT raise(ABORT, 'the journal only grows'); END;
  CREATE TABLE model_part (
    conversation_id TEXT NOT NULL REFERENCES chat(id) ON DELETE CASCADE, n INTEGER NOT NULL, hash BLOB NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (conversation_id, n)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX model_part_hash ON model_part (conversation_id, hash);
  CREATE TABLE model_request (
    conversation_id TEXT NOT NULL REFERENCES chat(id) ON DELETE CASCADE, turn_id TEXT NOT NULL, round INTEGER NOT NULL, at INTEGER NOT NULL,
    parts TEXT NOT NULL, bytes INTEGER NOT NULL,
    PRIMARY KEY (conversation_id, turn_id, round)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE provider (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  `,
  `
  CREATE TABLE attachment (id TEXT PRIMARY KEY, conversation_id TEXT NOT NULL, turn_id TEXT, view TEXT NOT NULL, parts TEXT NOT NULL) STRICT;
  CREATE INDEX attachment_chat ON attachment (conversation_id);
  `,
  `
  CREATE TABLE tool_off (server_key TEXT NOT NULL, tool_name TEXT NOT NULL, PRIMARY KEY (server_key, tool_name)) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE decision_round (
    decision_id TEXT NOT NULL REFERENCES decision(id) ON DELETE CASCADE, round INTEGER NOT NULL, digest TEXT NOT NULL, decided_at INTEGER NOT NULL,
    spent_at INTEGER, PRIMARY KEY (decision_id, round)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE permission (
    server_key TEXT PRIMARY KEY, launch_hash TEXT NOT NULL, sampling INTEGER NOT NULL, calls INTEGER NOT NULL, tokens INTEGER NOT NULL,
    folders TEXT NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE media (
    conversation_id TEXT NOT NULL REFERENCES chat(id) ON DELETE CASCADE, id TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (conversation_id, id)
  ) STRICT;
  `,
  `
  CREATE TABLE launch_mark (mark TEXT PRIMARY KEY, server_key TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE information_permission (server_key TEXT PRIMARY KEY, launch_hash TEXT NOT NULL, allowed INTEGER NOT NULL) STRICT;
  `,
  `
  CREATE TABLE resource_choice (
    server_key TEXT NOT NULL, launch_hash TEXT NOT NULL, kind TEXT NOT NULL, uri TEXT NOT NULL, title TEXT NOT NULL,
    PRIMARY KEY (server_key, kind, uri)
  ) STRICT;
  `,
  `
  CREATE TABLE chat_folder (conversation_id TEXT NOT NULL, path TEXT NOT NULL, PRIMARY KEY (conversation_id, path)) STRICT;
  CREATE TABLE chat_folder_server (server_key TEXT PRIMARY KEY, launch_hash TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE era_pin (server_key TEXT PRIMARY KEY, launch_hash TEXT NOT NULL, pin TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE branch (
    conversation_id TEXT PRIMARY KEY REFERENCES chat(id) ON DELETE CASCADE, from_id TEXT NOT NULL, from_turn TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE chat ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE message (
    id INTEGER PRIMARY KEY, conversation_id TEXT NOT NULL REFERENCES chat(id) ON DELETE CASCADE, turn_id TEXT NOT NULL, at INTEGER NOT NULL,
    text TEXT NOT NULL, folded TEXT NOT NULL
  ) STRICT;
  CREATE INDEX message_chat ON message (conversation_id);
  INSERT INTO message (conversation_id, turn_id, at, text, folded)
    SELECT conversation_id, turn_id, json_extract(body, '$.at'), json_extract(body, '$.text'), lower(json_extract(body, '$.text'))
    FROM event WHERE type IN ('turn.started', 'model.text') ORDER BY json_extract(body, '$.at');
  `,
  `
  CREATE TABLE chat_import (
    conversation_id TEXT PRIMARY KEY REFERENCES chat(id) ON DELETE CASCADE, file TEXT NOT NULL, at INTEGER NOT NULL, given TEXT NOT NULL,
    marked TEXT NOT NULL, left_out INTEGER NOT NULL
  ) STRICT;
  `,
];
