import type { Database } from './database.ts';
import type { Pieces } from './modelRequestTable.ts';

type Range = readonly [number, number];

/** Gives what copies the pieces that the requests of a chat are made of, from the chat where these pieces lie, under their numbers. */
export function copyPieces(db: Database): (from: string, to: string) => void {
  const requests = db.prepare('SELECT parts FROM model_request WHERE conversation_id = ?');
  const copy = db.prepare('INSERT INTO model_part SELECT ?, n, hash, body FROM model_part WHERE conversation_id = ? AND n BETWEEN ? AND ?');
  return (from, to) => {
    const ranges = (requests.all(to) as { parts: string }[]).flatMap(({ parts }): readonly Range[] => {
      const { system, tools, messages } = JSON.parse(parts) as Pieces;
      return [[system, system], [tools, tools], ...messages];
    });
    for (const [first, last] of merged(ranges)) copy.run(to, from, first, last);
  };
}

/** The same numbers in as few ranges as hold them, so that each is copied once. */
function merged(ranges: readonly Range[]): Range[] {
  const out: [number, number][] = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const before = out.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else out.push([first, last]);
  }
  return out;
}
