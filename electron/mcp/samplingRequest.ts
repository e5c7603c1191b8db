import { createHash } from 'node:crypto';
import * as z from 'zod';
import { toolChoices, type SamplingBlock, type SamplingMessage, type SamplingTool, type ToolChoice } from '#shared/decision/sampling.ts';
import { mediaTypeOf } from './mediaKind.ts';
import { checkToolMessages, toolRoundsOf } from './samplingRules.ts';

/** What a server asks for can't be done, or it may not ask for it; the message is for the server, and holds nothing of this host. */
export class InboundRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InboundRefusedError';
  }
}

/** The most tokens that one answer for a server may have, whatever it asks for. */
export const maxAnswerTokens = 4096;
/** The most rounds of its own tools that one request may tell of (SAM-4). */
export const maxToolRounds = 10;
const maxMessages = 100;
/** All that is text, tools and results included. */
export const maxCharacters = 200_000;
const maxTools = 100;
const maxPictures = 20;
const maxStops = 20;

const Content = z.looseObject({ type: z.string(), text: z.string().optional() });
const Block = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('image'), data: z.base64(), mimeType: z.string() }),
  z.looseObject({ type: z.literal('audio') }),
  z.looseObject({
    type: z.literal('tool_use'),
    id: z.string().min(1).max(200),
    name: z.string().min(1).max(200),
    input: z.record(z.string(), z.unknown()),
  }),
  z.looseObject({
    type: z.literal('tool_result'),
    toolUseId: z.string().min(1).max(200),
    content: z.array(Content).optional(),
    structuredContent: z.unknown().optional(),
    isError: z.boolean().optional(),
  }),
]);
type Block = z.infer<typeof Block>;
const Params = z.looseObject({
  messages: z.array(z.looseObject({ role: z.enum(['user', 'assistant']), content: z.union([Block, z.array(Block)]) })).min(1),
  systemPrompt: z.string().optional(),
  maxTokens: z.number().int().min(1),
  modelPreferences: z.looseObject({ hints: z.array(z.looseObject({ name: z.string().optional() })).optional() }).optional(),
  temperature: z.number().optional(),
  stopSequences: z.array(z.string().max(1000)).max(maxStops).optional(),
  includeContext: z.string().optional(),
  tools: z
    .array(
      z.looseObject({
        name: z.string().min(1).max(200),
        description: z.string().optional(),
        inputSchema: z.looseObject({ type: z.literal('object') }),
      }),
    )
    .max(maxTools)
    .optional(),
  toolChoice: z.looseObject({ mode: z.enum(toolChoices).optional() }).optional(),
});

/** A sampling request in this host's terms. */
export interface SamplingAsk {
  readonly system: string | undefined;
  readonly messages: readonly SamplingMessage[];
  /** The pictures of the messages by their digest. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  readonly tools: readonly SamplingTool[];
  readonly toolChoice: ToolChoice | undefined;
  /** The answer is in the form that may hold tool uses. */
  readonly withTools: boolean;
  readonly temperature: number | undefined;
  readonly stopSequences: readonly string[];
  readonly askedTokens: number;
  readonly maxTokens: number;
  readonly hints: readonly string[];
  readonly contextIgnored: boolean;
  readonly toolRounds: number;
}

/** Reads `params` of sampling/createMessage. Throws `InboundRefusedError` for what is wrong, or can't be done. */
export function readSampling(params: unknown): SamplingAsk {
  const read = Params.safeParse(params);
  if (!read.success) throw new InboundRefusedError(`the sampling request is not valid: ${z.prettifyError(read.error).slice(0, 500)}`);
  const { messages: said, systemPrompt, maxTokens, modelPreferences, tools = [], toolChoice } = read.data;
  if (said.length > maxMessages) throw new InboundRefusedError(`a sampling request may have ${maxMessages} messages at most`);
  const pictures = new Map<string, Uint8Array>();
  const messages = said.map(
    ({ role, content }): SamplingMessage => ({
      role,
      blocks: (Array.isArray(content) ? content : [content]).map((block) => blockOf(block, role, pictures)),
    }),
  );
  if (pictures.size > maxPictures) throw new InboundRefusedError(`a sampling request may have ${maxPictures} pictures at most`);
  const wrong = checkToolMessages(messages);
  if (wrong !== undefined) throw new InboundRefusedError(`the sampling request is not valid: ${wrong}`);
  const toolRounds = toolRoundsOf(messages);
  if (toolRounds > maxToolRounds) throw new InboundRefusedError(`a model may be asked for ${maxToolRounds} rounds of tools at most`);
  const offered = tools.map(({ name, description = '', inputSchema }) => ({
    name,
    description,
    schemaText: JSON.stringify(inputSchema, null, 2),
  }));
  if (new Set(offered.map(({ name }) => name)).size !== offered.length)
    throw new InboundRefusedError('two tools of the sampling request have one name');
  const mode = toolChoice?.mode;
  if (mode === 'required' && offered.length === 0) throw new InboundRefusedError('it requires the use of a tool and offers none');
  checkSize({ system: systemPrompt, messages, tools: offered });
  return {
    system: systemPrompt,
    messages,
    pictures,
    tools: offered,
    toolChoice: offered.length === 0 ? undefined : (mode ?? 'auto'),
    withTools: read.data.tools !== undefined || toolChoice !== undefined,
    temperature: read.data.temperature,
    stopSequences: (read.data.stopSequences ?? []).filter((text) => text !== ''),
    askedTokens: maxTokens,
    maxTokens: Math.min(maxTokens, maxAnswerTokens),
    hints: (modelPreferences?.hints ?? [])
      .flatMap(({ name }) => (name === undefined || name === '' ? [] : [name.slice(0, 200)]))
      .slice(0, 20),
    contextIgnored: read.data.includeContext !== undefined && read.data.includeContext !== 'none',
    toolRounds,
  };
}

/** Throws `InboundRefusedError` when all the words together are more than a request may have. */
export function checkSize({
  system = '',
  messages,
  tools,
}: Pick<SamplingAsk, 'messages' | 'tools'> & { readonly system?: string | undefined }): void {
  const words = [
    system,
    ...messages.flatMap(({ blocks }) => blocks.map(wordsOf)),
    ...tools.map((tool) => tool.name + tool.description + tool.schemaText),
  ];
  if (words.reduce((sum, text) => sum + text.length, 0) > maxCharacters)
    throw new InboundRefusedError(`a sampling request may have ${maxCharacters} characters at most`);
}
/** The words of a block, as they count. */
export const wordsOf = (block: SamplingBlock): string =>
  block.type === 'image' ? '' : block.type === 'tool_use' ? block.name + block.inputText : block.text;

function blockOf(block: Block, role: SamplingMessage['role'], pictures: Map<string, Uint8Array>): SamplingBlock {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'audio':
      throw new InboundRefusedError('no model here can be given sound');
    case 'image': {
      if (role !== 'user') throw new InboundRefusedError('only messages of the user may hold pictures');
      const data = Buffer.from(block.data, 'base64');
      const mimeType = mediaTypeOf(data);
      if (!mimeType?.startsWith('image/')) throw new InboundRefusedError('one of its pictures is none that a model can be shown');
      const digest = createHash('sha256').update(data).digest('hex');
      pictures.set(digest, data);
      return { type: 'image', mimeType, bytes: data.length, digest };
    }
    case 'tool_use':
      return { type: 'tool_use', id: block.id, name: block.name, inputText: JSON.stringify(block.input) };
    case 'tool_result':
      return { type: 'tool_result', id: block.toolUseId, isError: block.isError === true, text: resultText(block) };
  }
}

/** What the model reads of a result: its text, else its structure. */
function resultText({ content = [], structuredContent }: Extract<Block, { type: 'tool_result' }>): string {
  const texts = content.map((one) => {
    if (one.type === 'text' && one.text !== undefined) return one.text;
    if (one.type === 'resource_link' || one.type === 'resource') return JSON.stringify(one);
    throw new InboundRefusedError('a tool result of a sampling request may hold text only');
  });
  return texts.length === 0 && structuredContent !== undefined ? JSON.stringify(structuredContent) : texts.join('\n');
}
