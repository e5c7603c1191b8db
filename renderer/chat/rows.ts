import type { Part, ToolCall, Turn } from '#shared/conversation/state.ts';

/** What stands below a question, in order. The calls of one round that follow each other stand side by side. */
export type Row =
  | { readonly kind: 'text' | 'reasoning'; readonly key: string; readonly text: string; readonly isComplete: boolean }
  | { readonly kind: 'calls'; readonly key: string; readonly calls: readonly ToolCall[] };

/** Lays a turn out. A draft has the key of the part that it becomes, so that nothing is made anew when it does. */
export function toRows(turn: Pick<Turn, 'parts' | 'draft' | 'draftReasoning' | 'rounds'>): readonly Row[] {
  const rows: Row[] = [];
  const seen = new Map<string, number>();
  const keyFor = (kind: string, round: number): string => {
    const name = `${kind}-${round}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return `${name}-${count}`;
  };
  const add = (part: Part): void => {
    if (part.kind !== 'call') {
      rows.push({ kind: part.kind, key: keyFor(part.kind, part.round), text: part.text, isComplete: true });
      return;
    }
    const last = rows.at(-1);
    const before = turn.parts[turn.parts.indexOf(part) - 1];
    if (last?.kind === 'calls' && before?.round === part.round) rows[rows.length - 1] = { ...last, calls: [...last.calls, part.call] };
    else rows.push({ kind: 'calls', key: keyFor('calls', part.round), calls: [part.call] });
  };
  turn.parts.forEach(add);
  if (turn.draftReasoning)
    rows.push({ kind: 'reasoning', key: keyFor('reasoning', turn.rounds), text: turn.draftReasoning, isComplete: false });
  if (turn.draft) rows.push({ kind: 'text', key: keyFor('text', turn.rounds), text: turn.draft, isComplete: false });
  return rows;
}
