import * as z from 'zod';
import { request, type Audiences } from './define.ts';

const chat: Audiences = ['chat'];
const Id = z.string().min(1).max(200);

/** What is asked about a call that has ended. */
export const callRequests = {
  /** Lets the model have, from its next answer on, the structured result that was kept back since it is not what the tool promised (TOL-4). */
  'call.useAnyway': request(chat, z.strictObject({ conversationId: Id, turnId: Id, callId: Id }), z.void()),
} as const;
