import { createHash } from 'node:crypto';
import type { DecisionOf } from '#shared/decision/decision.ts';
import type { SamplingMessage, SamplingStop, SamplingUse } from '#shared/decision/sampling.ts';
import { argumentsObject } from '../models/wording.ts';
import type { ModelCall, ModelImage, ModelMessage, ModelProvider, ModelRequest } from '../models/provider.ts';
import { InboundRefusedError, wordsOf } from './samplingRequest.ts';

type Approved = DecisionOf<'sampling-request'>;
type Pictures = ReadonlyMap<string, Uint8Array>;
/** What a model answered for a server. */
export interface ModelAnswer {
  readonly text: string;
  readonly uses: readonly SamplingUse[];
  readonly stopReason: SamplingStop;
  readonly tokens: number;
}

/** A token is seldom longer than this; an endpoint that heeds no limit is cut by it. */
const longestToken = 6;
const estimated = (characters: number): number => Math.ceil(characters / 4);

/**
 * Has the model answer exactly what was approved. Stop sequences are watched for here, since some endpoints know none. `count` is told the
 * tokens however the answer ends. Throws what the model throws, and `InboundRefusedError` for an answer that breaks the server's own terms.
 */
export async function runSampling(
  provider: ModelProvider,
  approved: Approved,
  pictures: Pictures,
  { signal, count }: { readonly signal: AbortSignal; readonly count: (tokens: number) => void },
): Promise<ModelAnswer> {
  const names = new ModelNames(approved, provider.maxToolNameLength);
  const request = toModelRequest(approved, pictures, names);
  const enough = new AbortController();
  const limit = approved.maxTokens * longestToken;
  const calls: ModelCall[] = [];
  let text = '';
  let stopReason: SamplingStop = 'endTurn';
  let tokens: number | undefined;
  try {
    for await (const chunk of provider.stream(request, AbortSignal.any([signal, enough.signal]))) {
      if (chunk.kind === 'text') {
        const from = text.length;
        text += chunk.text;
        const stop = stopAt(text, from, approved.stopSequences);
        if (stop === undefined && text.length <= limit) continue;
        text = text.slice(0, stop ?? limit);
        stopReason = stop === undefined ? 'maxTokens' : 'stopSequence';
        enough.abort();
        break;
      }
      if (chunk.kind === 'call') calls.push(chunk.call);
      else if (chunk.kind === 'usage') tokens = chunk.inputTokens + chunk.outputTokens;
      else if (chunk.kind === 'stop' && chunk.stop === 'length') stopReason = 'maxTokens';
    }
  } finally {
    const asked = approved.messages.reduce((sum, { blocks }) => sum + blocks.reduce((n, block) => n + wordsOf(block).length, 0), 0);
    const said = text.length + calls.reduce((sum, call) => sum + call.argumentsText.length, 0);
    tokens ??= estimated(asked + (approved.system?.length ?? 0)) + estimated(said);
    count(tokens);
  }
  const uses = calls.map((call) => toUse(call, names));
  if (!signal.aborted) checkChoice(approved, uses, stopReason);
  return { text, uses, stopReason: uses.length > 0 ? 'toolUse' : stopReason, tokens };
}

/** Where the first stop sequence begins, looking at what is new; undefined for none. */
function stopAt(text: string, from: number, sequences: readonly string[]): number | undefined {
  const found = sequences.map((one) => text.indexOf(one, Math.max(0, from - one.length + 1))).filter((at) => at >= 0);
  return found.length === 0 ? undefined : Math.min(...found);
}

/** An endpoint may not have been told, or not have heeded, what the server demands. */
function checkChoice({ toolChoice }: Approved, uses: readonly SamplingUse[], stopReason: SamplingStop): void {
  if (toolChoice === 'required' && uses.length === 0 && stopReason === 'endTurn')
    throw new InboundRefusedError('the model used no tool, though one was required');
  if (toolChoice !== 'auto' && toolChoice !== 'required' && uses.length > 0)
    throw new InboundRefusedError('the model used a tool that it was not to use');
}

function toUse({ id, name, argumentsText }: ModelCall, names: ModelNames): SamplingUse {
  const own = names.ownName(name);
  if (own === undefined) throw new InboundRefusedError('the model used a tool that was not offered');
  const input = argumentsObject(argumentsText === '' ? '{}' : argumentsText);
  if ('unreadable_arguments' in input) throw new InboundRefusedError('the model used a tool with an input that is no JSON object');
  return { id, name: own, inputText: JSON.stringify(input) };
}

/** Names that endpoints take, for tools whose own they would refuse. */
class ModelNames {
  readonly #own = new Map<string, string>();
  readonly #maxLength: number;
  constructor({ tools }: Approved, maxLength: number) {
    this.#maxLength = maxLength;
    for (const { name } of tools) this.#own.set(this.modelName(name), name);
  }
  modelName(name: string): string {
    if (/^[a-zA-Z_][a-zA-Z0-9_-]*$/.test(name) && name.length <= this.#maxLength) return name;
    const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
    return `t_${name.replace(/[^a-zA-Z0-9-]+/g, '_').slice(0, this.#maxLength - 11)}_${hash}`;
  }
  ownName(modelName: string): string | undefined {
    return this.#own.get(modelName);
  }
}

function toModelRequest(approved: Approved, pictures: Pictures, names: ModelNames): ModelRequest {
  const { system = '', messages, tools, toolChoice, temperature, maxTokens } = approved;
  return {
    system,
    messages: messages.flatMap((message) => toModelMessages(message, pictures, names)),
    tools: tools.map(({ name, description, schemaText }) => ({
      name: names.modelName(name),
      description,
      parameters: JSON.parse(schemaText) as Record<string, unknown>,
    })),
    maxTokens,
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(temperature === undefined ? {} : { temperature }),
  };
}

function toModelMessages({ role, blocks }: SamplingMessage, pictures: Pictures, names: ModelNames): ModelMessage[] {
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  if (role === 'assistant') {
    const calls = blocks.flatMap((block): ModelCall[] =>
      block.type === 'tool_use' ? [{ id: block.id, name: names.modelName(block.name), argumentsText: block.inputText }] : [],
    );
    return [{ role, text, reasoning: '', calls }];
  }
  const results = blocks.flatMap((block): ModelMessage[] =>
    block.type === 'tool_result' ? [{ role: 'tool', callId: block.id, text: block.text, ...(block.isError ? { isError: true } : {}) }] : [],
  );
  return results.length > 0 ? results : toUserMessages(blocks, pictures);
}

/** Pictures stand before the words of a message, so words before a picture are a message of their own. */
function toUserMessages(blocks: SamplingMessage['blocks'], pictures: Pictures): ModelMessage[] {
  const out: { images: ModelImage[]; texts: string[] }[] = [{ images: [], texts: [] }];
  for (const block of blocks) {
    let last = out.at(-1);
    if (!last || (block.type === 'image' && last.texts.length > 0)) out.push((last = { images: [], texts: [] }));
    if (block.type === 'text') last.texts.push(block.text);
    if (block.type === 'image') last.images.push(toImage(block, pictures));
  }
  return out.map(({ images, texts }) => ({ role: 'user', text: texts.join('\n'), ...(images.length === 0 ? {} : { images }) }));
}

function toImage({ digest, mimeType }: { readonly digest: string; readonly mimeType: string }, pictures: Pictures): ModelImage {
  const data = pictures.get(digest);
  if (!data) throw new InboundRefusedError('a picture of the request is not there any more');
  return { mimeType: mimeType as ModelImage['mimeType'], data: Buffer.from(data).toString('base64') };
}
