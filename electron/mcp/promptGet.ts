import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import * as z from 'zod';
import { FailureError } from '#shared/ipc/failure.ts';
import type { PromptContent, PromptMessage } from '#shared/prompts/prompts.ts';
import type { Completion } from '#shared/resources/resources.ts';
import type { HostClient } from './hostClient.ts';
import type { Inbound } from './inbound.ts';
import { lenient } from './lenientResult.ts';
import { mediaTypeOf, textOf } from './mediaKind.ts';
import { requestInRounds } from './requestInRounds.ts';
import { RoundsEndedError } from './rounds.ts';

/** The most that one prompt may bring: messages, and bytes over all of them. */
export const maxMessages = 200;
export const maxPromptBytes = 8_000_000;

const RawPrompt = lenient(
  z.looseObject({
    description: z
      .string()
      .optional()
      .catch(undefined)
      .transform((text) => text?.slice(0, 2000)),
    messages: z.array(z.unknown()),
  }),
);
export type RawPrompt = z.infer<typeof RawPrompt>;
export interface PromptQuestion {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/**
 * The one place that asks a server for a prompt; a server of the newer era may ask for something first (RES-5).
 * Throws `FailureError`.
 */
export async function requestPrompt(
  { client, inbound }: { readonly client: HostClient; readonly inbound: Inbound },
  question: PromptQuestion,
  signal: AbortSignal,
): Promise<RawPrompt> {
  const params = { name: question.name, ...(Object.keys(question.arguments).length === 0 ? {} : { arguments: question.arguments }) };
  const asked = { method: 'prompts/get' as const, params, reading: question.name, schema: RawPrompt, signal, timeoutMs: 60_000 };
  return requestInRounds(client, inbound, asked).catch((error: unknown) => {
    throw toFailure(error, signal);
  });
}

/** -32602 says both that there is no such prompt and that its arguments are wrong; the caller knows whether the prompt is listed. */
function toFailure(error: unknown, signal: AbortSignal): FailureError {
  const detail = error instanceof Error ? error.message.slice(0, 500) : String(error);
  const failed = (code: ConstructorParameters<typeof FailureError>[0]) => new FailureError(code, detail, { cause: error });
  if (error instanceof RoundsEndedError) return failed('prompt-asks');
  if (error instanceof ProtocolError) return failed(error.code === -32602 ? 'prompt-arguments' : 'prompt-failed');
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout && !signal.aborted) return failed('prompt-late');
  const isGone = (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) || detail === 'Not connected';
  return failed(isGone ? 'server-off' : 'prompt-failed');
}

/** What a server made, in a form that is safe to show. Throws `FailureError` prompt-empty or -too-large. */
export function toPromptMessages({ messages }: RawPrompt): readonly PromptMessage[] {
  if (messages.length > maxMessages) throw new FailureError('prompt-too-large', `${messages.length} messages`);
  const read = messages.map(toMessage);
  const size = read.flatMap(({ contents }) => contents).reduce((sum, content) => sum + sizeOf(content), 0);
  if (size > maxPromptBytes) throw new FailureError('prompt-too-large', `${size} bytes`);
  if (read.every(({ contents }) => contents.every((c) => c.kind === 'text' && c.text === ''))) throw new FailureError('prompt-empty', '');
  return read;
}

function sizeOf(content: PromptContent): number {
  switch (content.kind) {
    case 'text':
    case 'resource':
      return content.text.length;
    case 'other':
      return content.json.length;
    case 'link':
      return content.uri.length;
    case 'binary':
    case 'media':
      return content.bytes;
  }
}

const Message = z.looseObject({ role: z.unknown(), content: z.unknown() });
const short = (length: number) =>
  z
    .string()
    .optional()
    .catch(undefined)
    .transform((text) => text?.slice(0, length) || undefined);
const Block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  data: z.string().optional(),
  mimeType: short(200),
  uri: z.string().optional(),
  name: short(300),
  title: short(300),
  description: short(2000),
  size: z.number().nonnegative().optional().catch(undefined),
  resource: z
    .looseObject({ uri: z.string(), text: z.string().optional(), blob: z.string().optional(), mimeType: short(200) })
    .optional()
    .catch(undefined),
  annotations: z
    .looseObject({ audience: z.array(z.unknown()).optional() })
    .optional()
    .catch(undefined),
});
type Block = z.infer<typeof Block>;

/** A role that is neither of the two counts as the person's side: nothing is put into the model's mouth that was not said to be. */
function toMessage(raw: unknown): PromptMessage {
  const read = Message.safeParse(raw);
  if (!read.success) return { role: 'user', contents: [other(raw)] };
  const { role, content } = read.data;
  // The protocol has one content a message; some servers send a list.
  const contents = (Array.isArray(content) ? content.slice(0, maxMessages) : [content]).map(toContent);
  return { role: role === 'assistant' ? 'assistant' : 'user', contents };
}

function toContent(raw: unknown): PromptContent {
  const read = Block.safeParse(raw);
  if (!read.success) return other(raw);
  const audience = read.data.annotations?.audience;
  const content = fromBlock(read.data) ?? other(raw);
  return audience !== undefined && !audience.includes('assistant') && audience.includes('user')
    ? { ...content, personOnly: true }
    : content;
}
function fromBlock(block: Block): PromptContent | undefined {
  const { type, text, data, uri, resource, mimeType } = block;
  if (type === 'text' && text !== undefined) return { kind: 'text', text };
  if ((type === 'image' || type === 'audio') && data !== undefined) return toBytes(data, mimeType ?? type);
  if (type === 'resource_link' && uri !== undefined) {
    const { title, name, description, size } = block;
    const facts = Object.entries({ description, mimeType, size }).filter(([, value]) => value !== undefined);
    return { kind: 'link', uri: uri.slice(0, 4096), title: title ?? name ?? uri.slice(0, 300), ...Object.fromEntries(facts) };
  }
  if (type !== 'resource' || !resource) return undefined;
  const at = resource.uri.slice(0, 4096);
  if (resource.text !== undefined) return { kind: 'resource', uri: at, mimeType: resource.mimeType ?? 'text/plain', text: resource.text };
  if (resource.blob === undefined) return undefined;
  const known = toBytes(resource.blob, resource.mimeType ?? 'application/octet-stream');
  const decoded = known.kind === 'binary' && known.bytes > 0 ? textOf(Buffer.from(resource.blob, 'base64')) : undefined;
  if (decoded !== undefined) return { kind: 'resource', uri: at, mimeType: resource.mimeType ?? 'text/plain', text: decoded };
  return { ...known, uri: at };
}
/** A picture or sound where the first bytes say so, whatever the server calls it; else kind and size. */
function toBytes(base64: string, claimed: string): Extract<PromptContent, { kind: 'media' | 'binary' }> {
  const data = new Uint8Array(Buffer.from(base64, 'base64'));
  const media = mediaTypeOf(data);
  return media === undefined
    ? { kind: 'binary', mimeType: claimed, bytes: data.length }
    : { kind: 'media', mimeType: media, bytes: data.length, data };
}
const other = (raw: unknown): PromptContent => ({ kind: 'other', json: JSON.stringify(raw) ?? 'null' });

const Completed = lenient(
  z.looseObject({
    completion: z.looseObject({ values: z.array(z.string()), hasMore: z.boolean().optional().catch(undefined) }),
  }),
);
export interface ArgumentQuestion {
  readonly name: string;
  readonly argument: string;
  readonly value: string;
  /** The arguments filled in before it. */
  readonly context: Readonly<Record<string, string>>;
}
const none: Completion = { values: [], hasMore: false };

/** At most 100 values; none where the server does not complete, or fails at it (CPL-1). */
export async function completeArgument(client: HostClient, question: ArgumentQuestion, signal: AbortSignal): Promise<Completion> {
  if (!client.getServerCapabilities()?.completions) return none;
  const { name, argument, value, context } = question;
  const params = {
    ref: { type: 'ref/prompt', name },
    argument: { name: argument, value },
    ...(Object.keys(context).length === 0 ? {} : { context: { arguments: context } }),
  };
  try {
    const { completion } = await client.request({ method: 'completion/complete', params }, Completed, { signal, timeout: 10_000 });
    const values = [...new Set(completion.values)].slice(0, 100).map((v) => v.slice(0, 1000));
    return { values, hasMore: completion.hasMore === true || completion.values.length > 100 };
  } catch {
    return none; // a suggestion that does not come is no failure
  }
}
