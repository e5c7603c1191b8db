import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import * as z from 'zod';
import type { CallEnd, Mismatch, ResultBlock } from '#shared/conversation/events.ts';
import { lenient } from './lenientResult.ts';
import { mediaTypeOf, textOf } from './mediaKind.ts';

/** How a call ended, for the person (`blocks`) and for the model (`modelText`, its one tool message). `bytes` is the size of the answer. */
export interface CallOutcome {
  readonly end: CallEnd;
  readonly blocks: readonly ResultBlock[];
  readonly modelText: string;
  readonly bytes: number;
  readonly mismatch?: Mismatch;
}
/** The answer as the wire has it; every part of it is read leniently, an unknown block is shown as what it is. */
export const RawCallResult = lenient(
  z.looseObject({
    content: z.array(z.unknown()).optional(),
    structuredContent: z.unknown().optional(),
    isError: z.boolean().optional(),
    _meta: z.record(z.string(), z.unknown()).optional().catch(undefined),
  }),
);
export type RawCallResult = z.infer<typeof RawCallResult>;

/** Marks an answer that held bytes which are no UTF-8; put on and read here only. */
const invalidTextKey = 'app.steward/invalid-text';
const invalidTextNote = 'Part of this answer was not valid text (UTF-8): each such place reads \uFFFD.';
/** Puts the mark on an answer, so that it is shown as damaged and never silently altered (F7). */
export function markInvalidText(message: JSONRPCMessage): void {
  if ('result' in message) message.result._meta = { ...message.result._meta, [invalidTextKey]: true };
}

/** What the model gets at most of one answer, in characters. */
const modelLimit = 100_000;
const Block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  data: z.string().optional(),
  mimeType: z.string().optional(),
  uri: z.string().optional(),
  title: z.string().optional(),
  name: z.string().optional(),
  resource: z
    .looseObject({ uri: z.string(), text: z.string().optional(), blob: z.string().optional(), mimeType: z.string().optional() })
    .optional(),
  annotations: z.looseObject({ audience: z.array(z.string()).optional() }).optional(),
});
type Block = z.infer<typeof Block>;

/** Keeps the bytes of a picture or sound and gives the name they are read by; undefined for everything else. */
export type KeepMedia = (data: Uint8Array) => string | undefined;

function toBlock(item: unknown, keep: KeepMedia): { readonly block: ResultBlock; readonly forModel: boolean } {
  const read = Block.safeParse(item);
  if (!read.success) return { block: { kind: 'structured', json: JSON.stringify(item) ?? 'null' }, forModel: true };
  const audience = read.data.annotations?.audience;
  const forModel = audience === undefined || audience.includes('assistant');
  const block = fromBlock(read.data, keep);
  return { block: forModel || block.kind === 'structured' ? block : { ...block, personOnly: true }, forModel };
}
function fromBlock(block: Block, keep: KeepMedia): ResultBlock {
  if (block.type === 'text') return { kind: 'text', text: block.text ?? '' };
  if (block.type === 'image' || block.type === 'audio') return toBinary(block.mimeType ?? block.type, block.data ?? '', keep);
  if (block.type === 'resource_link')
    return { kind: 'resource', uri: block.uri ?? '', title: block.title ?? block.name ?? block.uri ?? '' };
  const { resource } = block;
  if (block.type !== 'resource' || !resource) return { kind: 'structured', json: JSON.stringify(block) };
  if (resource.text === undefined && resource.blob !== undefined) {
    const data = Buffer.from(resource.blob, 'base64');
    const text = data.length > 0 && mediaTypeOf(data) === undefined ? textOf(data) : undefined;
    if (text === undefined) return toBinary(resource.mimeType ?? 'application/octet-stream', resource.blob, keep);
    return { kind: 'resource', uri: resource.uri, title: resource.uri, text };
  }
  return { kind: 'resource', uri: resource.uri, title: resource.uri, text: resource.text ?? '' };
}
function toBinary(mimeType: string, base64: string, keep: KeepMedia): ResultBlock {
  const data = Buffer.from(base64, 'base64');
  const media = keep(data);
  return { kind: 'binary', mimeType, bytes: data.length, ...(media === undefined ? {} : { media }) };
}
function toModel(block: ResultBlock): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'structured':
      return block.json;
    case 'binary':
      return `[${block.mimeType}, ${block.bytes} bytes, shown to the person]`;
    case 'resource':
      return block.text === undefined ? `[resource ${block.title}: ${block.uri}]` : `[resource ${block.uri}]\n${block.text}`;
  }
}
function capped(text: string): string {
  if (text.length <= modelLimit) return text;
  return `${text.slice(0, modelLimit)}\n[cut: the answer has ${text.length} characters, the first ${modelLimit} are above]`;
}

/** What the model is told of a structured result that is not what the tool promised (TOL-4). */
const mismatchNote = (problem: string, isWithheld: boolean): string =>
  // The reason quotes the value, so it stays with the value.
  isWithheld
    ? '(The tool gave a structured result that is not what it promised, so it was kept back. The person sees it and may let you have it.)'
    : `(Note: ${problem})`;
/** What the model gets once the person lets it have such a result. */
export const usedAnyway = (json: string, problem: string): string => `${capped(json)}\n\n${mismatchNote(problem, false)}`;

/**
 * A server's answer: `done`, or `tool-error` when the tool says that it failed. `problem` says why its structured part is not what was
 * promised: it is shown, and kept back from the model where nothing else was said.
 */
export function toOutcome(result: RawCallResult, keep: KeepMedia = () => undefined, problem?: string): CallOutcome {
  const items = (result.content ?? []).map((item) => toBlock(item, keep));
  const structured: ResultBlock[] =
    result.structuredContent === undefined || isContentAgain(result)
      ? []
      : [{ kind: 'structured', json: JSON.stringify(result.structuredContent) }];
  const forModel = items
    .filter((i) => i.forModel)
    .map((i) => toModel(i.block))
    .filter((text) => text !== '');
  // Structured content stands in where nothing else was said; usually the text says the same again.
  const withheld = problem !== undefined && forModel.length === 0 && structured.length > 0;
  const texts = withheld ? [] : forModel.length > 0 ? forModel : structured.map(toModel);
  const damaged = result._meta?.[invalidTextKey] === true;
  const note: ResultBlock[] = damaged ? [{ kind: 'text', text: invalidTextNote }] : [];
  const none = items.some((i) => !i.forModel)
    ? '(what the tool answered is meant for the person, who sees it)'
    : '(the tool answered with nothing)';
  const said = problem === undefined ? [] : [mismatchNote(problem, withheld)];
  const whole = capped(texts.join('\n\n')) || (withheld ? '' : none);
  const text = [whole, ...note.map(toModel), ...said].filter((part) => part !== '').join('\n\n');
  const blocks = [...items.map((i) => i.block), ...structured, ...note];
  const bytes = JSON.stringify(result).length;
  return result.isError
    ? { end: 'tool-error', blocks, modelText: `The tool reported an error:\n${text}`, bytes }
    : { end: 'done', blocks, modelText: text, bytes, ...(problem === undefined ? {} : { mismatch: { problem, withheld } }) };
}

/** Some servers put all blocks into the structured content once more, pictures and all. */
function isContentAgain({ content, structuredContent }: RawCallResult): boolean {
  return content !== undefined && JSON.stringify(structuredContent) === JSON.stringify({ content });
}

/** The ends that have no answer, in plain words for the model. `detail` is shown to the person too. */
export function withoutAnswer(end: Exclude<CallEnd, 'done' | 'tool-error'>, detail: string): CallOutcome {
  const say: Readonly<Record<typeof end, string>> = {
    'protocol-error': `The server refused the call with a protocol error: ${detail}`,
    denied: 'The person did not allow this call, so it was not run. Do not try it again unless the person asks for it.',
    cancelled: `The person stopped this call. ${detail}`.trim(),
    'timed-out': `The call was given up: ${detail} It may have had an effect.`,
    'not-sent': `The call was not sent: ${detail}`,
    unknown:
      `The connection to the server ended while the call ran, so its outcome is unknown: it may have taken effect. Do not repeat it without asking the person. ${detail}`.trim(),
  };
  return { end, blocks: detail === '' ? [] : [{ kind: 'text', text: asSentence(detail) }], modelText: say[end], bytes: 0 };
}

/** For the model the detail goes on with a sentence; for the person it stands alone. */
const asSentence = (detail: string): string => detail.charAt(0).toUpperCase() + detail.slice(1);

/** A call that had been sent and was not gone on with: the person, or what was asked for, did not let it. */
export function givenUp(end: 'denied' | 'cancelled', why: string): CallOutcome {
  const who = end === 'denied' ? 'The person did not let this call go on' : 'This call could not go on';
  return {
    end,
    blocks: [{ kind: 'text', text: why }],
    modelText: `${who}. ${why} It had been sent and may have had an effect; no result came. Do not try it again unless the person asks for it.`,
    bytes: 0,
  };
}
