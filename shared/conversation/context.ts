import * as z from 'zod';
import { AttachmentSource } from './attachments.ts';

/** One thing that the model will get, where it comes from, and about how many tokens it costs. */
export const ContextItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('system'), text: z.string(), tokens: z.number() }),
  z.object({ kind: z.literal('instructions'), serverKey: z.string(), text: z.string(), tokens: z.number() }),
  /** `state` says how much of it the model gets: all, the beginning, or only its name. */
  z.object({
    kind: z.literal('attachment'),
    id: z.string(),
    title: z.string(),
    source: AttachmentSource,
    when: z.enum(['next', 'earlier']),
    state: z.enum(['whole', 'cut', 'named']),
    tokens: z.number(),
  }),
  /** It will be read when the next message is sent; `tokens` as of the latest reading, 0 before the first. */
  z.object({ kind: z.literal('always'), serverKey: z.string(), uri: z.string(), title: z.string(), tokens: z.number() }),
  z.object({ kind: z.literal('tools'), serverKey: z.string(), names: z.array(z.string()), tokens: z.number() }),
  z.object({ kind: z.literal('turn'), turnId: z.string(), question: z.string(), calls: z.number(), tokens: z.number() }),
  z.object({ kind: z.literal('draft'), tokens: z.number() }),
]);
export type ContextItem = z.infer<typeof ContextItem>;

/** What the next request to the model will hold. `total` is counted over the request itself. */
export const ContextView = z.object({ model: z.string(), items: z.array(ContextItem), total: z.number() });
export type ContextView = z.infer<typeof ContextView>;

const CJK = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g;

/** About how many tokens a text costs: four characters each, one for a Chinese, Japanese or Korean one. No model counts just like that. */
export function estimateTokens(text: string): number {
  const wide = text.match(CJK)?.length ?? 0;
  return Math.ceil(wide + (text.length - wide) / 4);
}
