import type { AttachedPart, AttachmentSource, AttachmentView } from '#shared/conversation/attachments.ts';
import type { ReadContent } from '#shared/resources/resources.ts';
import { digestOfContents } from '../mcp/resourceRead.ts';

/** Characters of one attachment that are kept; what is beyond is cut off, and the model is told. */
export const maxKeptCharacters = 200_000;

/** What was read, and from where. */
export interface Reading {
  readonly source: AttachmentSource;
  readonly title: string;
  readonly contents: readonly ReadContent[];
  readonly readAt: number;
}
/** A reading as it is attached: what is known of it, and its texts. */
export interface Kept {
  readonly view: AttachmentView;
  readonly parts: readonly AttachedPart[];
}

/** What is kept of a reading: text up to `limit` over all contents, everything else by kind and size; the digest is of the whole. */
export function keepReading(id: string, { source, title, contents, readAt }: Reading, limit = maxKeptCharacters): Kept {
  const parts: AttachedPart[] = [];
  let [characters, bytes, left] = [0, 0, limit];
  for (const content of contents) {
    const { uri, mimeType } = content;
    if (content.kind === 'text') {
      characters += content.text.length;
      bytes += Buffer.byteLength(content.text);
      parts.push({ kind: 'text', uri, mimeType, text: content.text.slice(0, left) });
      left = Math.max(0, left - content.text.length);
    } else {
      bytes += content.bytes;
      parts.push({ kind: 'binary', uri, mimeType, bytes: content.bytes });
    }
  }
  const mimeType = contents.length === 1 ? (contents[0]?.mimeType ?? '') : '';
  const facts = { mimeType, characters, bytes, cut: characters > limit, digest: digestOfContents(contents) };
  return { view: { id, source, title: title.slice(0, 300), readAt, ...facts }, parts };
}
