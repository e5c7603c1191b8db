import * as z from 'zod';
import { effects } from './policy.ts';

/** One of the latest calls that a rule would have answered. */
export const PreviewedCall = z.object({
  decisionId: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  serverKey: z.string(),
  toolName: z.string(),
  /** The whole text of the arguments. */
  argumentsText: z.string(),
});
export type PreviewedCall = z.infer<typeof PreviewedCall>;
/** What a rule would have done to the latest calls. */
export const RulePreview = z.object({
  effect: z.enum(effects),
  /** How many of the latest calls were looked at, and those that the rule answers, newest first. */
  lookedAt: z.number(),
  calls: z.array(PreviewedCall),
  /** The tools that the rule would cover now, for one that allows. */
  covers: z.array(z.string()),
});
export type RulePreview = z.infer<typeof RulePreview>;
