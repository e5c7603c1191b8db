import { createHash } from 'node:crypto';
import { withInputRequired } from '@modelcontextprotocol/client';
import * as z from 'zod';
import { FailureError } from '#shared/ipc/failure.ts';
import type { Completion, ReadContent } from '#shared/resources/resources.ts';
import { lenient } from './lenientResult.ts';
import type { HostClient } from './hostClient.ts';
import type { Inbound } from './inbound.ts';
import { mediaTypeOf, textOf } from './mediaKind.ts';
import { requestInRounds } from './requestInRounds.ts';
import type { Round } from './rounds.ts';

/** The most that one read may bring: contents, and bytes over all of them. */
export const maxContents = 100;
export const maxReadBytes = 8_000_000;

const Read = lenient(z.looseObject({ contents: z.array(z.unknown()) }));
const Content = z.looseObject({
  uri: z.string().max(4096).optional(),
  mimeType: z.string().max(200).optional(),
  text: z.string().optional(),
  blob: z.string().optional(),
});

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Goes along with the request. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** What a further round adds. */
  readonly further: Round;
}
/** Asks for one address once, under a deadline of the caller. Throws what the SDK throws. */
export async function requestRead(client: HostClient, uri: string, { signal, meta, further }: ReadOptions) {
  const params = { uri, ...further, _meta: { ...meta } };
  const options = { signal, allowInputRequired: true, timeout: 2 ** 31 - 1 } as const;
  return client.request({ method: 'resources/read', params }, withInputRequired(Read), options);
}

/** Reads one address through this very server, and looks nowhere else; the server may ask for something first. Throws `FailureError` resource-missing, -failed or -too-large. */
export async function readResource(
  { client, inbound }: { readonly client: HostClient; readonly inbound: Inbound },
  uri: string,
  signal: AbortSignal,
): Promise<readonly ReadContent[]> {
  const asked = { method: 'resources/read' as const, params: { uri }, reading: uri, schema: Read, signal, timeoutMs: 60_000 };
  const answer = await requestInRounds(client, inbound, asked).catch((error: unknown) => {
    throw readFailure(error);
  });
  return toContents(answer.contents, uri);
}

/** The contents of an answer in a form that is safe to show. Throws `FailureError` resource-too-large. */
export function toContents(raw: readonly unknown[], uri: string): readonly ReadContent[] {
  if (raw.length > maxContents) throw new FailureError('resource-too-large', `${raw.length} contents`);
  const contents = raw.flatMap((item) => toContent(item, uri));
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

/** -32602 (newer) and -32002 (older) both say that there is no such resource (RES-2). */
export function saysMissing(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === -32602 || code === -32002;
}
function readFailure(error: unknown): FailureError {
  const detail = error instanceof Error ? error.message.slice(0, 500) : String(error);
  return new FailureError(saysMissing(error) ? 'resource-missing' : 'resource-failed', detail, { cause: error });
}

/** SHA-256 over everything that was read, in hex: two readings with one digest say the same. */
export function digestOfContents(contents: readonly ReadContent[]): string {
  const hash = createHash('sha256');
  for (const content of contents) {
    hash.update(`${content.kind} ${content.uri} ${content.mimeType}\n`);
    hash.update(content.kind === 'text' ? content.text : content.kind === 'media' ? content.data : String(content.bytes));
  }
  return hash.digest('hex');
}

const Completed = lenient(
  z.looseObject({
    completion: z.looseObject({ values: z.array(z.string()), hasMore: z.boolean().optional().catch(undefined) }),
  }),
);
export interface CompletionQuestion {
  readonly uriTemplate: string;
  readonly name: string;
  readonly value: string;
  /** The variables filled in before it. */
  readonly context: Readonly<Record<string, string>>;
}

/** At most 100 values; undefined where the server fails at it. Ask only a server that declares completions. */
export async function completeVariable(
  client: HostClient,
  question: CompletionQuestion,
  signal: AbortSignal,
): Promise<Completion | undefined> {
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
    return undefined; // a suggestion that does not come is no failure
  }
}
