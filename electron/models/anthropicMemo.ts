import * as z from 'zod';

/** How an answer was made of blocks, in their order: thinking and text by their length, since the words themselves are in the history. */
export const MemoBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thinking'), length: z.number().int().min(0), signature: z.string() }),
  z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
  z.object({ type: z.literal('text'), length: z.number().int().min(0) }),
  z.object({ type: z.literal('tool_use'), id: z.string() }),
]);
export type MemoBlock = z.infer<typeof MemoBlock>;
const Memo = z.object({ api: z.literal('anthropic'), model: z.string(), blocks: z.array(MemoBlock) });

/** What has to be kept so that thinking can go back as it came; undefined for an answer without thinking. */
export function writeMemo(model: string, blocks: readonly MemoBlock[]): string | undefined {
  const thought = blocks.some((block) => block.type === 'thinking' || block.type === 'redacted_thinking');
  return thought ? JSON.stringify({ api: 'anthropic', model, blocks }) : undefined;
}

/** The blocks of a memo that this very model wrote; undefined for any other text. */
export function readMemo(model: string, memo: string | undefined): readonly MemoBlock[] | undefined {
  if (memo === undefined) return undefined;
  try {
    const read = Memo.safeParse(JSON.parse(memo));
    return read.success && read.data.model === model ? read.data.blocks : undefined;
  } catch {
    return undefined;
  }
}
