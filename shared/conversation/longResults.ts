import type { ConversationEvent, ResultBlock } from './events.ts';

/** Characters of one block of a result that stand in the topic of a conversation. The log keeps all of it, and gives it piece by piece. */
export const shownCharacters = 100_000;
/** Characters of one piece. */
export const pieceCharacters = 1_500_000;

/** What of a block is text, as it is shown; undefined for a block without. */
export function textOf(block: ResultBlock): string | undefined {
  switch (block.kind) {
    case 'text':
    case 'resource':
      return block.text;
    case 'structured':
      return block.json;
    case 'binary':
      return undefined;
  }
}

function withBeginning(block: ResultBlock): ResultBlock {
  const text = textOf(block);
  if (text === undefined || text.length <= shownCharacters) return block;
  const beginning = text.slice(0, shownCharacters);
  if (block.kind === 'structured') return { ...block, json: beginning, whole: text.length };
  return block.kind === 'binary' ? block : { ...block, text: beginning, whole: text.length };
}

/** An event as pages get it: of a long result the beginning of each block, and how long the whole is. */
export const withBeginnings = (event: ConversationEvent): ConversationEvent =>
  event.type === 'call.finished' ? { ...event, blocks: event.blocks.map(withBeginning) } : event;
