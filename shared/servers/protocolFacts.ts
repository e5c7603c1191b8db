import * as z from 'zod';

export const listNames = ['tools', 'resources', 'templates', 'prompts'] as const;
/** One list of a server as it was last read: how many items and pages, and until when the server calls it fresh. Times are ms since 1970. */
export const ListFacts = z.object({
  name: z.enum(listNames),
  items: z.number(),
  pages: z.number(),
  fetchedAt: z.number(),
  /** Absent where the server promised nothing. */
  freshUntil: z.number().optional(),
  scope: z.enum(['public', 'private']).optional(),
});
export type ListFacts = z.infer<typeof ListFacts>;

/** The last look at whether a quiet server still answers. `how`: `ping` in the older era, `discover` in the newer. */
export const Health = z.object({
  at: z.number(),
  how: z.enum(['ping', 'discover']),
  isWell: z.boolean(),
  ms: z.number(),
  detail: z.string(),
});
export type Health = z.infer<typeof Health>;

/** Something that a server would not do because this host had not declared what it needs (-32021). */
export const Refusal = z.object({ at: z.number(), method: z.string(), toolName: z.string().optional(), needs: z.array(z.string()) });
export type Refusal = z.infer<typeof Refusal>;

/** What was said between this host and one server about how they talk. Of the connection that stands, or the last one. */
export const ProtocolFacts = z.object({
  /** What the server says that it can do, as dotted names: `tools`, `tools.listChanged`. */
  offers: z.array(z.string()),
  /** What this host says that it can do. */
  declares: z.array(z.string()),
  /** What was asked to be told of, and what of it the server agreed to (newer era). */
  listening: z.object({ asked: z.array(z.string()), honoured: z.array(z.string()) }).optional(),
  lists: z.array(ListFacts),
  refusals: z.array(Refusal),
  health: Health.optional(),
  /** Characters of its instructions that were left out, if any. */
  instructionsCut: z.number().optional(),
  /** It closed on the newer era's question before, and is spoken to in the older era until then. */
  olderUntil: z.number().optional(),
});
export type ProtocolFacts = z.infer<typeof ProtocolFacts>;

/** The dotted names in a tree of capabilities, at most two deep; what is false is not there. */
export function capabilityNames(capabilities: unknown): string[] {
  if (typeof capabilities !== 'object' || capabilities === null) return [];
  return Object.entries(capabilities).flatMap(([name, value]) => {
    if (value === false || value === undefined || value === null) return [];
    const inner = typeof value === 'object' && !Array.isArray(value) ? Object.entries(value as Record<string, unknown>) : [];
    return [name, ...inner.flatMap(([sub, on]) => (on === false || on === undefined || on === null ? [] : [`${name}.${sub}`]))];
  });
}
