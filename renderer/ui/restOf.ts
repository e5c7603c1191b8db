import type { ResultBlock } from '#shared/conversation/events.ts';
import { textOf } from '#shared/conversation/longResults.ts';
import { loadWhole, type Rest } from './LongText.tsx';

/** Fetches a piece of a result's block, from a character on; empty at its end. Has to stay the same function. */
export type LoadText = (callId: string, block: number, from: number) => Promise<string>;

/** The rest of a block of which only the beginning is here; undefined when it is whole or the rest can't be had. */
export function restOf(callId: string, blocks: readonly ResultBlock[], block: ResultBlock, load: LoadText | undefined): Rest | undefined {
  if (block.kind === 'binary' || block.whole === undefined || !load) return undefined;
  return { total: block.whole, load: (from) => load(callId, blocks.indexOf(block), from) };
}

/** All the text of a result's blocks, fetched where it is not here. */
export async function wholeText(callId: string, blocks: readonly ResultBlock[], load: LoadText | undefined): Promise<string> {
  const texts: string[] = [];
  for (const block of blocks) {
    const text = block.kind === 'resource' ? undefined : textOf(block);
    const rest = restOf(callId, blocks, block, load);
    if (text !== undefined) texts.push(rest ? await loadWhole(text, rest, () => undefined) : text);
  }
  return texts.join('\n');
}
