export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}
/** Above this many pairs of lines the middle is shown as replaced whole: the answer stays right, only less fine. */
const mostPairs = 4_000_000;

/** Compares two texts by lines. The lines `same` and `removed` are the old text, `same` and `added` the new one. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const a = before.split('\n');
  const b = after.split('\n');
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  const same = (text: string): DiffLine => ({ kind: 'same', text });
  return [...a.slice(0, start).map(same), ...diffMiddle(a.slice(start, endA), b.slice(start, endB)), ...a.slice(endA).map(same)];
}

function diffMiddle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  if (a.length * b.length > mostPairs) {
    return [...a.map((text): DiffLine => ({ kind: 'removed', text })), ...b.map((text): DiffLine => ({ kind: 'added', text }))];
  }
  const width = b.length + 1;
  /** Length of the longest common run of lines of a[i..] and b[j..]. */
  const common = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const oldLine = a[i];
    const newLine = b[j];
    if (oldLine !== undefined && oldLine === newLine) {
      lines.push({ kind: 'same', text: oldLine });
      i += 1;
      j += 1;
    } else if (oldLine !== undefined && (newLine === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: oldLine });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: newLine ?? '' });
      j += 1;
    }
  }
  return lines;
}

/** A line of a comparison in up to three pieces; the changed one is what makes it differ from the line that it takes the place of. */
export interface MarkedLine {
  readonly kind: DiffLine['kind'];
  readonly pieces: readonly { readonly text: string; readonly isChanged: boolean }[];
}

/** Says within each changed line what changed. A run of removed lines is held, in order, against the run of added lines after it. */
export function markChanges(lines: readonly DiffLine[]): readonly MarkedLine[] {
  const partners = new Map<number, string>();
  for (let from = 0; from < lines.length; from += 1) {
    if (lines[from]?.kind !== 'removed' || lines[from - 1]?.kind === 'removed') continue;
    let middle = from;
    while (lines[middle]?.kind === 'removed') middle += 1;
    for (let i = 0; from + i < middle && lines[middle + i]?.kind === 'added'; i += 1) {
      partners.set(from + i, lines[middle + i]?.text ?? '');
      partners.set(middle + i, lines[from + i]?.text ?? '');
    }
  }
  return lines.map(({ kind, text }, at) => ({
    kind,
    pieces: kind === 'same' ? [{ text, isChanged: false }] : piecesOf(text, partners.get(at)),
  }));
}

/** Cut where the two lines begin and cease to differ, never within a character. */
function piecesOf(line: string, other: string | undefined): MarkedLine['pieces'] {
  if (other === undefined) return [{ text: line, isChanged: true }];
  const [a, b] = [[...line], [...other]];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const pieces = [
    { text: a.slice(0, start).join(''), isChanged: false },
    { text: a.slice(start, a.length - end).join(''), isChanged: true },
    { text: a.slice(a.length - end).join(''), isChanged: false },
  ];
  return pieces.filter(({ text }) => text !== '');
}
