/** Markdown whose formulas stand between double dollars; `hasMath` is false when there is none and the text is as it was. */
export interface MarkedMath {
  readonly text: string;
  readonly hasMath: boolean;
}

/** Inside of a line: code, an escape, a formula in one of three notations, or a run of dollars that is none. */
const inline = /(`+)[^]*?[^`]\1(?!`)|\\\((.+?)\\\)|\\[^]|\$\$((?:[^$\\]|\\[^])+)\$\$(?!\$)|\$((?:[^$\\\n]|\\[^\n])+)\$(?!\$)|\$+/gu;
const fence = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?:`{3,}|~{3,})/;

const isTight = (tex: string): boolean => tex !== '' && !/^\s|\s$/.test(tex);
/** Two words beside each other that no command makes text. */
const prose = /(?:^|[\s,;])[\p{L}]{2,}[,;]?\s+[\p{L}]{2,}(?:[\s,;.]|$)/u;

/**
 * Whether what stands between two single dollars is a formula (UG5). Money, shell variables and ranges are not:
 * their dollars touch a word outside, a blank inside, or hold plain prose.
 */
function isFormula(tex: string, before: string, after: string): boolean {
  if (!isTight(tex) || /[\p{L}\p{N}$]/u.test(before) || /[\p{L}\p{N}{(/]/u.test(after)) return false;
  if (tex.includes('\\')) return true;
  if (/^[\d.,]+\s*(?:[-–—/:,;]|\s\p{L}{2,})/u.test(tex)) return false;
  return !prose.test(tex) && !/^[A-Z_]{2,}\W/.test(tex);
}

function markLine(line: string): { readonly text: string; readonly found: boolean } {
  let text = '';
  let from = 0;
  let found = false;
  const pattern = new RegExp(inline);
  for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
    const [all, , round, double, single] = match;
    const end = match.index + all.length;
    const tex =
      round ??
      (double !== undefined && (isTight(double) || double.includes('\\')) ? double : undefined) ??
      (single !== undefined && isFormula(single, line.charAt(match.index - 1), line.charAt(end)) ? single : undefined);
    if (tex === undefined && single !== undefined) {
      // The second dollar may begin a formula of its own.
      pattern.lastIndex = match.index + 1;
      continue;
    }
    text += line.slice(from, match.index);
    found ||= tex !== undefined;
    // What is no formula must not pair up with another: two dollars would begin one.
    if (tex !== undefined) text += `$$${tex.trim()}$$`;
    else text += all.startsWith('$$') ? all.replaceAll('$', '\\$') : all;
    from = end;
  }
  return { text: text + line.slice(from), found };
}

/** A block of its own from `from` on: its lines, and how many it took. */
function blockAt(lines: readonly string[], from: number): { readonly tex: readonly string[]; readonly count: number } | undefined {
  const line = (lines[from] ?? '').trim();
  const isDollars = line.startsWith('$$');
  if (!isDollars && !line.startsWith('\\[')) return undefined;
  const close = isDollars ? '$$' : '\\]';
  for (let at = from; at < lines.length; at += 1) {
    const here = (lines[at] ?? '').trim();
    if (here === '' || fence.test(here)) return undefined;
    const rest = at === from ? here.slice(2) : here;
    if (!rest.endsWith(close)) {
      if (rest.includes(close)) return undefined;
      continue;
    }
    const tex = [...lines.slice(from, at).map((l, i) => (i === 0 ? l.trim().slice(2) : l.trim())), rest.slice(0, -2)];
    const full = tex.map((l) => l.trim()).filter((l) => l !== '');
    return full.length > 0 && !full.some((l) => l.includes('$$')) ? { tex: full, count: at - from + 1 } : undefined;
  }
  return undefined;
}

/** Finds the formulas of a block of markdown, in all the ways in which models write them, and writes them in one: `$$…$$`. */
export function markMath(text: string): MarkedMath {
  if (!/\$|\\[([]/.test(text)) return { text, hasMath: false };
  const lines = text.split('\n');
  const out: string[] = [];
  let hasMath = false;
  let inFence = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (fence.test(line)) inFence = !inFence;
    if (inFence || fence.test(line)) {
      out.push(line);
      continue;
    }
    const block = blockAt(lines, at);
    if (block) {
      const indent = /^\s*/.exec(line)?.[0] ?? '';
      out.push(...['$$', ...block.tex, '$$'].map((l) => indent + l));
      at += block.count - 1;
      hasMath = true;
      continue;
    }
    const marked = markLine(line);
    hasMath ||= marked.found;
    out.push(marked.text);
  }
  return hasMath ? { text: out.join('\n'), hasMath } : { text, hasMath };
}
