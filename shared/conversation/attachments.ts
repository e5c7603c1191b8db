import * as z from 'zod';
import { PromptBlock, PromptRole } from '../prompts/prompts.ts';

/** Where an attached text comes from. */
export const AttachmentSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('resource'), serverKey: z.string(), uri: z.string() }),
  z.object({ kind: z.literal('file'), path: z.string() }),
  /** `way` is `text` where its text stands in the message itself, for the person to change: then it only says where that came from. */
  z.object({ kind: z.literal('prompt'), serverKey: z.string(), name: z.string(), way: z.enum(['text', 'whole']) }),
]);
export type AttachmentSource = z.infer<typeof AttachmentSource>;

/** What is known of an attachment without its text: this much stands in events and on pages. The text is kept by main, under `id`. */
export const AttachmentView = z.object({
  id: z.string(),
  source: AttachmentSource,
  title: z.string(),
  mimeType: z.string(),
  /** What the whole is, in characters of text and bytes of anything else. */
  characters: z.number(),
  bytes: z.number(),
  /** Less than the whole is kept and sent. */
  cut: z.boolean(),
  /** Milliseconds since 1970, when it was read. */
  readAt: z.number(),
  /** SHA-256 of everything that was read, in hex. */
  digest: z.string(),
  /** While it waits, it is read anew by itself when its server tells of a change; where this is absent, what is set for the server holds. */
  auto: z.boolean().optional(),
  /** It went along because the person has it always attached. */
  always: z.boolean().optional(),
});
export type AttachmentView = z.infer<typeof AttachmentView>;

/** One content of an attachment; what is no text is named by kind and size. */
export const AttachedPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), uri: z.string(), mimeType: z.string(), text: z.string() }),
  z.object({ kind: z.literal('binary'), uri: z.string(), mimeType: z.string(), bytes: z.number() }),
  /** A message of a server's prompt, with the role that the server gave it. */
  z.object({ kind: z.literal('message'), role: PromptRole, blocks: z.array(PromptBlock) }),
]);
export type AttachedPart = z.infer<typeof AttachedPart>;

export const AttachmentsEvent = z.discriminatedUnion('type', [
  /** Also of one that is there already and was read anew. */
  z.object({ type: z.literal('attachment.added'), attachment: AttachmentView }),
  z.object({ type: z.literal('attachment.removed'), id: z.string() }),
]);
export type AttachmentsEvent = z.infer<typeof AttachmentsEvent>;
/** What goes with the next message of a chat, in the order of attaching. */
export type AttachmentsState = readonly AttachmentView[];
export const noAttachments: AttachmentsState = [];
export function reduceAttachments(state: AttachmentsState, event: AttachmentsEvent): AttachmentsState {
  if (event.type === 'attachment.removed') return state.some((a) => a.id === event.id) ? state.filter((a) => a.id !== event.id) : state;
  const at = state.findIndex((a) => a.id === event.attachment.id);
  return at < 0 ? [...state, event.attachment] : state.with(at, event.attachment);
}

/** The source in one line, as the person and the model read it. */
export function sourceLine(source: AttachmentSource): string {
  if (source.kind === 'file') return source.path;
  return source.kind === 'prompt' ? `prompt ${source.name} on ${source.serverKey}` : `${source.uri} on ${source.serverKey}`;
}
