import { hiddenCharacters } from '#shared/text/hiddenCharacters.ts';
import type { PromptMessage } from '#shared/prompts/prompts.ts';

/** What a server made of a prompt. */
export interface MadePrompt {
  readonly serverKey: string;
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly messages: readonly PromptMessage[];
  /** Milliseconds since 1970. */
  readonly at: number;
}
/** Beyond this a text goes along whole: nobody changes it by hand. Characters. */
const longestText = 100_000;

/**
 * How a prompt goes into a message. A text of one message of the person's side goes into the message box, where the person sees and changes all
 * of it; so one with characters that can't be seen there does not (S24). Everything else goes along whole, marked as the server's.
 */
export function wayOf(messages: readonly PromptMessage[]): { readonly kind: 'text'; readonly text: string } | { readonly kind: 'whole' } {
  const [message] = messages;
  if (messages.length !== 1 || message?.role !== 'user') return { kind: 'whole' };
  const texts = message.contents.flatMap((content) => (content.kind === 'text' && !content.personOnly ? [content.text] : []));
  const text = texts.join('\n\n').replaceAll('\r\n', '\n');
  const isSeen = text.replaceAll(/[\n\t]/g, '').search(hiddenCharacters()) < 0;
  return texts.length === message.contents.length && text.length <= longestText && isSeen ? { kind: 'text', text } : { kind: 'whole' };
}
