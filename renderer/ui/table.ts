export type Alignment = 'start' | 'center' | 'end' | undefined;
/** A table of GitHub's markdown: the cells' own markdown, row by row. */
export interface Table {
  readonly head: readonly string[];
  readonly alignments: readonly Alignment[];
  readonly rows: readonly (readonly string[])[];
  /** Rows that were left out. */
  readonly left: number;
}

/** The cells of a line: it is cut at each bar that no backslash precedes, inside of code too. */
export function cellsOf(line: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  const trimmed = line.trim();
  for (let at = trimmed.startsWith('|') ? 1 : 0; at < trimmed.length; at += 1) {
    const letter = trimmed.charAt(at);
    if (letter === '\\' && trimmed.charAt(at + 1) === '|') {
      cell += '|';
      at += 1;
    } else if (letter === '\\') {
      cell += letter + trimmed.charAt(at + 1);
      at += 1;
    } else if (letter === '|') {
      cells.push(cell.trim());
      cell = '';
      if (at === trimmed.length - 1) return cells;
    } else cell += letter;
  }
  cells.push(cell.trim());
  return cells;
}

const toAlignment = (cell: string): Alignment => {
  if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'end';
  return cell.startsWith(':') ? 'start' : undefined;
};

/** The alignments that a line gives when it is the second of a table under that head; undefined for any other line. */
export function delimiterOf(head: string, line: string): readonly Alignment[] | undefined {
  if (!head.includes('|') || !/^ {0,3}[|:-][|:\s-]*$/.test(line) || /^ {4}/.test(head)) return undefined;
  const cells = cellsOf(line);
  return cells.every((cell) => /^:?-+:?$/.test(cell)) && cells.length === cellsOf(head).length ? cells.map(toAlignment) : undefined;
}

/** Reads a table's text, at most `limit` rows of it. Each row has as many cells as the head. */
export function readTable(text: string, limit: number): Table {
  const [head = '', delimiter = '', ...lines] = text.split('\n');
  const names = cellsOf(head);
  const rows = lines.slice(0, limit).map((line) => {
    const cells = cellsOf(line);
    return names.map((_, at) => cells[at] ?? '');
  });
  return { head: names, alignments: delimiterOf(head, delimiter) ?? [], rows, left: lines.length - rows.length };
}
