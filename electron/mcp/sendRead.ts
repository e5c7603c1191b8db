import { randomUUID } from 'node:crypto';
import { type InputRequiredResult, isInputRequiredResult, ProtocolError } from '@modelcontextprotocol/client';
import { fenced } from '#shared/conversation/fence.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import type { ResultBlock } from '#shared/conversation/events.ts';
import type { ReadContent } from '#shared/resources/resources.ts';
import { permitKey, readToolKey } from './callLock.ts';
import type { CallOutcome, KeepMedia } from './callResult.ts';
import { lostAnswer } from './remoteTransport.ts';
import { requestRead, saysMissing, toContents } from './resourceRead.ts';
import type { Round } from './rounds.ts';
import type { Sending } from './sendCall.ts';

/** What the model gets at most of one reading, in characters. */
const modelLimit = 100_000;

/**
 * Sends an allowed reading of Steward's own tool: one `resources/read` to the very server it was decided for, which spends its permission at
 * the lock like a call; a further round as well. Throws what the SDK throws when it fails on the way.
 */
export async function sendRead(
  sending: Sending,
  further: Round,
  signal: AbortSignal,
): Promise<InputRequiredResult | { readonly outcome: CallOutcome }> {
  const { live, decision, args, keepMedia } = sending;
  const { uri } = args as { readonly uri: string };
  const meta = { [permitKey]: decision.id, [readToolKey]: decision.toolName };
  try {
    const answer = await requestRead(live.client, uri, { signal, meta, further });
    if (isInputRequiredResult(answer)) return answer;
    return { outcome: toReadOutcome(toContents(answer.contents, uri), { uri, serverKey: decision.serverKey, keepMedia }) };
  } catch (error) {
    if (error instanceof ProtocolError && error.data !== lostAnswer && saysMissing(error))
      return failed(`There is nothing at this address on this server (${error.code}).`);
    if (error instanceof FailureError) return failed(`The answer is larger than Steward takes: ${error.failure.detail}.`);
    throw error;
  }
}

interface About {
  readonly uri: string;
  readonly serverKey: string;
  readonly keepMedia: KeepMedia;
}
/** What was read, for the person as it is, for the model inside a fence that no text of it can close. */
export function toReadOutcome(contents: readonly ReadContent[], { uri, serverKey, keepMedia }: About): CallOutcome {
  const blocks = contents.map((content): ResultBlock => {
    if (content.kind === 'text') return { kind: 'resource', uri: content.uri, title: content.uri, text: content.text };
    const media = content.kind === 'media' ? keepMedia(content.data) : undefined;
    return { kind: 'binary', mimeType: content.mimeType, bytes: content.bytes, ...(media === undefined ? {} : { media }) };
  });
  const texts = contents.map((content) => {
    const heading = contents.length > 1 ? `[${content.uri}]\n` : '';
    if (content.kind === 'text') return heading + content.text;
    return `${heading}[${content.mimeType}, ${content.bytes} bytes, shown to the person]`;
  });
  const whole = texts.join('\n\n');
  const shown = whole.slice(0, modelLimit);
  const [only] = contents;
  const header = {
    title: uri,
    source: `${uri} on ${serverKey}`,
    type: contents.length === 1 && only ? only.mimeType : `${contents.length} contents`,
    ...(shown.length < whole.length ? { note: `only the first ${shown.length} of ${whole.length} characters` } : {}),
  };
  const bytes = contents.reduce((sum, content) => sum + (content.kind === 'text' ? Buffer.byteLength(content.text) : content.bytes), 0);
  const modelText =
    contents.length === 0 ? '(the server gave no content for this address)' : fenced(randomUUID(), header, shown, 'RESOURCE');
  return { end: 'done', blocks, modelText, bytes };
}

const failed = (text: string): { readonly outcome: CallOutcome } => ({
  outcome: { end: 'tool-error', blocks: [{ kind: 'text', text }], modelText: text, bytes: 0 },
});
