/** Characters of one block that are parsed; a longer one is shown as plain text (S52). */
const longestBlock = 12_000;
/** Marks that a parser must hold against each other, and containers within containers. */
const mostMarks = 1_200;
const deepest = 24;

/** How many quotes and list items a line opens within each other. */
function depthOf(line: string): number {
  const marker = /[ \t]{0,4}(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;
  let depth = 0;
  while (depth <= deepest && marker.test(line)) depth += 1;
  return depth;
}

/** Whether a block of markdown would hold the page up if it were parsed: too long, too deep, or too many open marks. */
export function isTooHeavy(text: string): boolean {
  if (text.length > longestBlock) return true;
  if ((text.match(/[*_~`[\]!<&]/g)?.length ?? 0) > mostMarks) return true;
  const indents = new Set<number>();
  for (const line of text.split('\n')) {
    if (depthOf(line) > deepest) return true;
    const item = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]/.exec(line);
    if (item?.[1] !== undefined) indents.add(item[1].length);
  }
  return indents.size > deepest;
}
