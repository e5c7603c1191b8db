import type { ModelMessage, ModelPicture, ModelRequest } from './provider.ts';

/** What of pictures one request carries at most: bytes of one, bytes and number of all. More is refused by the strictest of the known APIs. */
export const pictureLimits = { oneBytes: 3_500_000, allBytes: 8_000_000, count: 16 } as const;
const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

/** A picture as the APIs take it. */
export interface SentPicture {
  readonly type: (typeof types)[number];
  readonly base64: string;
}
type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;
/** What goes with one tool message: its pictures that fit, and how many were left out. */
export interface PicturesOf {
  readonly sent: readonly SentPicture[];
  readonly leftOut: number;
}
const none: PicturesOf = { sent: [], leftOut: 0 };

/**
 * The pictures of each tool message that a request carries: the newest first, until the limits are reached, so that a long chat never grows
 * beyond what is taken (UD7). What is no picture by its own bytes, or not kept any more, is passed over.
 */
export function picturesOf({ messages, picture }: ModelRequest): (message: ToolMessage) => PicturesOf {
  const found = new Map<ModelMessage, PicturesOf>();
  const left: { bytes: number; count: number } = { bytes: pictureLimits.allBytes, count: pictureLimits.count };
  for (const message of messages.toReversed()) {
    if (message.role !== 'tool' || !message.pictures || !picture) continue;
    const sent: SentPicture[] = [];
    let leftOut = 0;
    for (const one of message.pictures) {
      if (one.bytes > Math.min(pictureLimits.oneBytes, left.bytes) || left.count === 0) {
        leftOut += 1;
        continue;
      }
      const read = readPicture(one, picture);
      if (!read) continue;
      left.bytes -= one.bytes;
      left.count -= 1;
      sent.push(read);
    }
    found.set(message, { sent, leftOut });
  }
  return (message) => found.get(message) ?? none;
}

function readPicture(one: ModelPicture, picture: NonNullable<ModelRequest['picture']>): SentPicture | undefined {
  const read = picture(one.media);
  const type = types.find((known) => known === read?.mimeType);
  return read && type ? { type, base64: Buffer.from(read.data).toString('base64') } : undefined;
}

/** The text of a tool message, with a word on pictures that it had. */
export const withLeftOut = (text: string, { leftOut }: PicturesOf): string =>
  leftOut === 0 ? text : `${text}\n[${leftOut === 1 ? 'a picture is' : `${leftOut} pictures are`} left out here to save room]`;
