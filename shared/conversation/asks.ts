import * as z from 'zod';

/** One thing that a server asked for while a call ran: of what kind, in which round, and only the names of the fields. */
export const CallAsk = z.object({
  /** Unique within its call. */
  id: z.string(),
  /** Counted from 1. */
  round: z.number(),
  kind: z.enum(['form', 'link', 'sampling', 'folders']),
  fields: z.array(z.string()).optional(),
  host: z.string().optional(),
});
export type CallAsk = z.infer<typeof CallAsk>;

/** How it was answered; `failed` when it was not answered at all. */
export const AskAnswer = z.enum(['accept', 'decline', 'cancel', 'failed']);
export type AskAnswer = z.infer<typeof AskAnswer>;

/** With its answer, once there is one. */
export type AnsweredAsk = CallAsk & { readonly answer?: AskAnswer };

/** The most that one call is remembered to have asked for; what comes later is answered, but not told. */
export const maxAsksKept = 60;
