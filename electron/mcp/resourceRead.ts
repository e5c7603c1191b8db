import * as z from 'zod';
import { FailureError } from '#shared/ipc/failure.ts';
import type { Completion, ReadContent } from '#shared/resources/resources.ts';
import type { HostClient } from './hostClient.ts';
import type { Inbound } from './inbound.ts';
import { mediaTypeOf, textOf } from './mediaKind.ts';
import { requestInRounds } from './requestInRounds.ts';

/** The most that one read may bring: contents, and bytes over all of them. */
export const maxContents = 100;
export const maxReadBytes = 8_000_000;

const Read = z.looseObject({ contents: z.array(z.unknown()) });
const Content = z.looseObject({
  uri: z.string().max(4096).optional(),
  mimeType: z.string().max(200).optional(),
  text: z.string().optional(),
  blob: z.string().optional(),
});

/** Reads one address through this very server, and looks nowhere else; the server may ask for something first. Throws `FailureError` resource-missing, -failed or -too-large. */
export async function readResource(
  { client, inbound }: { readonly client: HostClient; readonly inbound: Inbound },
  uri: string,
  signal: AbortSignal,
): Promise<readonly ReadContent[]> {
  let answer: z.infer<typeof Read>;
  try {
    const asked = { method: 'resources/read' as const, params: { uri }, reading: uri, schema: Read, signal, timeoutMs: 60_000 };
    answer = await requestInRounds(client, inbound, asked);
  } catch (error) {
    throw readFailure(error);
  }
  if (answer.contents.length > maxContents) throw new FailureError('resource-too-large', `${answer.contents.length} contents`);
  const contents = answer.contents.flatMap((raw) => toContent(raw, uri));
  const size = contents.reduce((sum, content) => sum + (content.kind === 'text' ? content.text.length : content.bytes), 0);
  if (size > maxReadBytes) throw new FailureError('resource-too-large', `${size} bytes`);
  return contents;
}

/** One content in a form that is safe to show. What has both a text and a blob counts as text; what has neither is left out. */
export function toContent(raw: unknown, asked: string): ReadContent[] {
  const read = Content.safeParse(raw);
  if (!read.success) return [];
  const { uri = asked, mimeType, text, blob } = read.data;
  if (text !== undefined) return [{ kind: 'text', uri, mimeType: mimeType ?? 'text/plain', text }];
  if (blob === undefined) return [];
  const data = new Uint8Array(Buffer.from(blob, 'base64'));
  const media = mediaTypeOf(data);
  if (media !== undefined) return [{ kind: 'media', uri, mimeType: media, bytes: data.length, data }];
  const decoded = data.length > 0 ? textOf(data) : undefined;
  if (decoded !== undefined) return [{ kind: 'text', uri, mimeType: mimeType ?? 'text/plain', text: decoded }];
  return [{ kind: 'binary', uri, mimeType: mimeType ?? 'application/octet-stream', bytes: data.length }];
}

/** -32602 (newer) and -32002 (older) both say that there is no such resource (protocol.md RES-2). */
function readFailure(error: unknown): FailureError {
  const { code } = error as { code?: unknown };
  const detail = error instanceof Error ? error.message.slice(0, 500) : String(error);
  return new FailureError(code === -32602 || code === -32002 ? 'resource-missing' : 'resource-failed', detail, { cause: error });
}

const Completed = z.looseObject({
  completion: z.looseObject({ values: z.array(z.string()), hasMore: z.boolean().optional().catch(undefined) }),
});
export interface CompletionQuestion {
  readonly uriTemplate: string;
  readonly name: string;
  readonly value: string;
  /** The variables filled in before it. */
  readonly context: Readonly<Record<string, string>>;
}
const none: Completion = { values: [], hasMore: false };

/** At most 100 values; none where the server does not complete, or fails at it. */
export async function completeVariable(client: HostClient, question: CompletionQuestion, signal: AbortSignal): Promise<Completion> {
  if (!client.getServerCapabilities()?.completions) return none;
  const { uriTemplate, name, value, context } = question;
  const params = {
    ref: { type: 'ref/resource', uri: uriTemplate },
    argument: { name, value },
    ...(Object.keys(context).length === 0 ? {} : { context: { arguments: context } }),
  };
  try {
    const { completion } = await client.request({ method: 'completion/complete', params }, Completed, { signal, timeout: 10_000 });
    const values = completion.values.slice(0, 100).map((v) => v.slice(0, 1000));
    return { values, hasMore: completion.hasMore === true || completion.values.length > values.length };
  } catch {
    return none; // a suggestion that does not come is no failure
  }
}
