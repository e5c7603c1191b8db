import * as z from 'zod';
import { turnProblems } from '../conversation/events.ts';
import { ModelName } from './providers.ts';

const Failed = z.object({ ok: z.literal(false), code: z.enum(turnProblems), detail: z.string() });

/** How asking a provider went. `models` is absent where the endpoint has no list and was asked for a word instead. */
export const ProviderTest = z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), models: z.number().optional() }), Failed]);
export type ProviderTest = z.infer<typeof ProviderTest>;

/** What an endpoint lists, or why it did not. */
export const ModelList = z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), models: z.array(ModelName) }), Failed]);
export type ModelList = z.infer<typeof ModelList>;
