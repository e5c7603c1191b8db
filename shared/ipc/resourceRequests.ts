import * as z from 'zod';
import { AttachedPart } from '../conversation/attachments.ts';
import { DroppedFile } from '../desktop/dropped.ts';
import { Completion, ResourceRead } from '../resources/resources.ts';
import { request, type Audiences } from './define.ts';

const chat: Audiences = ['chat'];
const Id = z.string().min(1).max(200);
const Uri = z.string().min(1).max(4096);
const FilePath = z.string().min(1).max(4096);
const conversation = z.strictObject({ conversationId: Id });

/** Resources of servers, what is attached of them, and what the person chooses for both. */
export const resourceRequests = {
  /** Lists what servers let a person read, and follows it from then on; the lists come by the topic. */
  'resource.list': request(chat, z.strictObject({ refresh: z.boolean() }), z.void()),
  /** Reads through the server that has it, and nothing else. */
  'resource.read': request(chat, z.strictObject({ serverKey: Id, uri: Uri }), ResourceRead),
  /** Offers values for one variable of a template; `context` holds those filled in before it. */
  'resource.complete': request(
    chat,
    z.strictObject({
      serverKey: Id,
      uriTemplate: z.string().min(1).max(2048),
      name: z.string().min(1).max(100),
      value: z.string().max(1000),
      context: z.record(z.string().max(100), z.string().max(1000)),
    }),
    Completion,
  ),
  /** Reads it now and puts it to the next message of the chat. */
  'attachment.addResource': request(chat, z.strictObject({ conversationId: Id, serverKey: Id, uri: Uri }), z.object({ id: z.string() })),
  'attachment.addFile': request(chat, z.strictObject({ conversationId: Id, path: FilePath }), z.object({ id: z.string() })),
  /** The same for a file picked in the system's own dialog; no id when none was picked. */
  'attachment.pickFile': request(chat, conversation, z.object({ id: z.string().optional() })),
  /** The same for what was dropped on the page just now: main knows the paths from the system, the page never names them. */
  'attachment.addDropped': request(chat, conversation, z.object({ files: z.array(DroppedFile) })),
  'attachment.remove': request(chat, z.strictObject({ conversationId: Id, id: Id }), z.void()),
  /** The text of an attachment, sent or not yet. */
  'attachment.read': request(chat, z.strictObject({ id: Id }), z.object({ parts: z.array(AttachedPart) })),
  /** Reads anew what waits for the next message, and puts it in the place of the older reading. */
  'attachment.update': request(chat, z.strictObject({ id: Id }), z.void()),
  /** Whether one that waits is read anew by itself when its server tells of a change. */
  'attachment.setAuto': request(chat, z.strictObject({ id: Id, on: z.boolean() }), z.void()),
  /** The same for all of a server that say nothing else. */
  'resource.setAutoUpdate': request(chat, z.strictObject({ serverKey: Id, on: z.boolean() }), z.void()),
  /** Reads it at each sending from now on, and sends it along. At most five. */
  'resource.setAlways': request(chat, z.strictObject({ serverKey: Id, uri: Uri, on: z.boolean() }), z.void()),
  /** Offers the model a tool of Steward's own that reads resources of this server. */
  'resource.setModelReads': request(chat, z.strictObject({ serverKey: Id, on: z.boolean() }), z.void()),
} as const;
