import * as z from 'zod';
import type { SamplingMessage } from '#shared/decision/decision.ts';
import type { ModelView } from '#shared/models/models.ts';

/** What a server asks for can't be done, or it may not ask for it; the message is for the server, and holds nothing of this host. */
export class InboundRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InboundRefusedError';
  }
}

/** The most tokens that one answer for a server may have, whatever it asks for. */
export const maxAnswerTokens = 4096;
const maxMessages = 100;
const maxCharacters = 200_000;

const Block = z.looseObject({ type: z.string(), text: z.string().optional() });
const Params = z.looseObject({
  messages: z.array(z.looseObject({ role: z.enum(['user', 'assistant']), content: z.union([Block, z.array(Block)]) })).min(1),
  systemPrompt: z.string().optional(),
  maxTokens: z.number().int().min(1),
  modelPreferences: z.looseObject({ hints: z.array(z.looseObject({ name: z.string().optional() })).optional() }).optional(),
  tools: z.unknown().optional(),
  toolChoice: z.unknown().optional(),
});

/** A sampling request in this host's terms: text only, no tools, no context of any chat. */
export interface SamplingAsk {
  readonly system: string | undefined;
  readonly messages: readonly SamplingMessage[];
  readonly askedTokens: number;
  readonly maxTokens: number;
  readonly hints: readonly string[];
}

/** Reads `params` of sampling/createMessage. Throws `InboundRefusedError` for what the plain form can't do. */
export function readSampling(params: unknown): SamplingAsk {
  const read = Params.safeParse(params);
  if (!read.success) throw new InboundRefusedError(`the sampling request is not valid: ${z.prettifyError(read.error).slice(0, 500)}`);
  const { messages, systemPrompt, maxTokens, modelPreferences, tools, toolChoice } = read.data;
  if (tools !== undefined || toolChoice !== undefined) throw new InboundRefusedError('sampling with tools was not declared');
  if (messages.length > maxMessages) throw new InboundRefusedError(`a sampling request may have ${maxMessages} messages at most`);
  const texts = messages.map(({ role, content }): SamplingMessage => ({ role, text: textOf(content) }));
  const characters = texts.reduce((sum, { text }) => sum + text.length, systemPrompt?.length ?? 0);
  if (characters > maxCharacters) throw new InboundRefusedError(`a sampling request may have ${maxCharacters} characters at most`);
  return {
    system: systemPrompt,
    messages: texts,
    askedTokens: maxTokens,
    maxTokens: Math.min(maxTokens, maxAnswerTokens),
    hints: (modelPreferences?.hints ?? [])
      .flatMap(({ name }) => (name === undefined || name === '' ? [] : [name.slice(0, 200)]))
      .slice(0, 20),
  };
}

function textOf(content: z.infer<typeof Block> | readonly z.infer<typeof Block>[]): string {
  const blocks = Array.isArray(content) ? content : [content as z.infer<typeof Block>];
  return blocks
    .map((block: z.infer<typeof Block>) => {
      if (block.type !== 'text' || block.text === undefined) throw new InboundRefusedError('only text can be sampled here');
      return block.text;
    })
    .join('\n');
}

/** The first hint that is part of a model's name decides (SAM-2); without one the person's own choice. Undefined when there is no model. */
export function chooseModel(hints: readonly string[], models: readonly ModelView[], selectedId: string): ModelView | undefined {
  for (const hint of hints) {
    const wanted = hint.toLowerCase();
    const found = models.find(({ id, name }) => id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted));
    if (found) return found;
  }
  return models.find(({ id }) => id === selectedId) ?? models[0];
}
