import * as z from 'zod';
import { PromptPreview } from '../prompts/prompts.ts';
import { Completion } from '../resources/resources.ts';
import { request, type Audiences } from './define.ts';

const chat: Audiences = ['chat'];
const Id = z.string().min(1).max(200);
const Name = z.string().min(1).max(512);
const Values = z.record(Name, z.string().max(100_000));

/** What the chat page asks about the prompts of servers. */
export const promptRequests = {
  /** Lists the prompts of every server, and follows them from then on; the lists come by the topic. */
  'prompt.list': request(chat, z.strictObject({ refresh: z.boolean() }), z.void()),
  /** Has the server make a prompt, to be looked at: nothing of it goes into a message yet. Required arguments are checked before it is asked. */
  'prompt.get': request(chat, z.strictObject({ serverKey: Id, name: Name, arguments: Values }), PromptPreview),
  /** Offers values for one argument; `context` holds those filled in before it. */
  'prompt.complete': request(
    chat,
    z.strictObject({ serverKey: Id, name: Name, argument: Name, value: z.string().max(1000), context: Values }),
    Completion,
  ),
  /** Puts a prompt that was looked at to the next message of the chat: its text comes back where that is its way. */
  'prompt.insert': request(
    chat,
    z.strictObject({ conversationId: Id, id: Id }),
    z.object({ attachmentId: z.string(), text: z.string().optional() }),
  ),
} as const;
