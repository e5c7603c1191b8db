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
