import * as z from 'zod';
import { Failure } from '../ipc/failure.ts';

/** What became of one file that was dropped on the conversation. `name` is the last part of its path. */
export const DroppedFile = z.object({ name: z.string(), failure: Failure.optional() });
export type DroppedFile = z.infer<typeof DroppedFile>;
