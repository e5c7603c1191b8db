/** What stands in the first line of a fenced block. */
export interface FenceHeader {
  readonly title: string;
  readonly source: string;
  readonly type: string;
  readonly note?: string;
}
export interface FencedBlock {
  readonly header: FenceHeader;
  readonly text: string;
  readonly word: FenceWord;
}
/** What a block is: data that was attached or read, or words of a prompt that the person has chosen. */
export type FenceWord = 'ATTACHED' | 'RESOURCE' | 'PROMPT';

/** Every character that ends a line somewhere, or changes how a line reads, as an escape. */
const oneLine = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The mark of a block: the nonce, made longer until the text does not contain it, so that no text can close its own fence. */
export function markFor(nonce: string, text: string): string {
  const base = nonce.replace(/[^0-9a-zA-Z]/g, '').slice(0, 32) || '0';
  let mark = base.slice(0, 8).padEnd(8, '0');
  for (let length = 9; text.includes(mark); length += 1) mark = length <= base.length ? base.slice(0, length) : `${mark}x`;
  return mark;
}

/** Text from outside as a block that it can't break out of. The header is one line of JSON; `nonce` must not be known to who wrote the text. */
export function fenced(nonce: string, header: FenceHeader, text: string, word: FenceWord = 'ATTACHED'): string {
  const mark = markFor(nonce, text);
  return `<<<${word} ${mark} ${oneLine(header)}\n${text}\n${word} ${mark}>>>`;
}

/** The text outside of fenced blocks, and the blocks. One that is never closed goes to the end. */
export function splitFences(text: string): { readonly outside: string; readonly blocks: readonly FencedBlock[] } {
  const outside: string[] = [];
  const blocks: FencedBlock[] = [];
  let open: { readonly end: string; readonly word: FenceWord; readonly header: FenceHeader; readonly lines: string[] } | undefined;
  const close = (): void => {
    if (open) blocks.push({ header: open.header, text: open.lines.join('\n'), word: open.word });
    open = undefined;
  };
  for (const line of text.split('\n')) {
    const start = /^<<<(ATTACHED|PROMPT) (\S+) (.*)$/.exec(line);
    if (open) {
      if (line === open.end) close();
      else open.lines.push(line);
    } else if (start) {
      const word: FenceWord = start[1] === 'PROMPT' ? 'PROMPT' : 'ATTACHED';
      open = { end: `${word} ${start[2]}>>>`, word, header: headerOf(start[3] ?? ''), lines: [] };
    } else outside.push(line);
  }
  close();
  return { outside: outside.join('\n').trim(), blocks };
}

function headerOf(text: string): FenceHeader {
  try {
    return { title: '', source: '', type: '', ...(JSON.parse(text) as Partial<FenceHeader>) };
  } catch {
    return { title: '', source: '', type: '' };
  }
}
