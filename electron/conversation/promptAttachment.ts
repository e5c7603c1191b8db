import { createHash } from 'node:crypto';
import type { AttachedPart, AttachmentView } from '#shared/conversation/attachments.ts';
import type { PromptBlock, PromptContent } from '#shared/prompts/prompts.ts';
import type { MadePrompt } from '../mcp/promptWay.ts';

/** Characters of one prompt that are kept; what is beyond is cut off, and the model is told. */
export const maxPromptCharacters = 200_000;

/**
 * A prompt as what goes with a message. With the way `text` nothing is kept of it but where it came from: its text stands in the message, and
 * the message counts as one that the server has a word in (S30).
 */
export function toPromptAttachment(
  id: string,
  made: MadePrompt,
  way: 'text' | 'whole',
): { readonly view: AttachmentView; readonly parts: readonly AttachedPart[] } {
  const hash = createHash('sha256');
  let [characters, bytes, left] = [0, 0, maxPromptCharacters];
  const cut = (text: string): string => {
    const shown = text.slice(0, left);
    left -= shown.length;
    characters += text.length;
    bytes += Buffer.byteLength(text);
    return shown;
  };
  const toBlock = (content: PromptContent): PromptBlock => {
    hash.update(content.kind === 'media' ? content.data : JSON.stringify(content));
    if (content.kind === 'text' || content.kind === 'resource') return { ...content, text: cut(content.text) };
    if (content.kind === 'other') return { ...content, json: cut(content.json) };
    if (content.kind === 'link') return content;
    bytes += content.bytes;
    if (content.kind === 'binary') return content;
    const { data: _shownOnly, kind: _media, ...facts } = content;
    return { ...facts, kind: 'binary' };
  };
  const parts = made.messages.map(({ role, contents }): AttachedPart => {
    hash.update(`${role}\n`);
    return { kind: 'message', role, blocks: contents.map(toBlock) };
  });
  const view: AttachmentView = {
    id,
    source: { kind: 'prompt', serverKey: made.serverKey, name: made.name, way },
    title: (made.title || made.name).slice(0, 300),
    mimeType: '',
    characters,
    bytes,
    cut: way === 'whole' && characters > maxPromptCharacters,
    readAt: made.at,
    digest: hash.digest('hex'),
  };
  return { view, parts: way === 'whole' ? parts : [] };
}
