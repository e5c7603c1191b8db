import * as z from 'zod';

/** One piece of a message of a sampling request, as the model will get it. A picture's bytes stay in main and are read by their digest. */
export const SamplingBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), mimeType: z.string(), bytes: z.number(), digest: z.string() }),
  /** `inputText` is compact JSON of an object. */
  z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), inputText: z.string() }),
  z.object({ type: z.literal('tool_result'), id: z.string(), isError: z.boolean(), text: z.string() }),
]);
export type SamplingBlock = z.infer<typeof SamplingBlock>;
export type SamplingBlockOf<T extends SamplingBlock['type']> = Extract<SamplingBlock, { type: T }>;

export const SamplingMessage = z.object({ role: z.enum(['user', 'assistant']), blocks: z.array(SamplingBlock) });
export type SamplingMessage = z.infer<typeof SamplingMessage>;

/** A tool of the server's own that the model may use in its answer; the server runs it, if anybody does. */
export const SamplingTool = z.object({
  name: z.string(),
  description: z.string(),
  /** The schema of its input as the server sent it: JSON text, indented. */
  schemaText: z.string(),
});
export type SamplingTool = z.infer<typeof SamplingTool>;

/** What a server has used of the models it was allowed: since sampling was turned on, and at most. */
export const SamplingSpent = z.object({ calls: z.number(), tokens: z.number(), maxCalls: z.number(), maxTokens: z.number() });
export type SamplingSpent = z.infer<typeof SamplingSpent>;

/** A model that could answer. */
export const SamplingModel = z.object({
  id: z.string(),
  name: z.string(),
  group: z.string().optional(),
  origin: z.string().optional(),
  sendsOut: z.boolean(),
});
export type SamplingModel = z.infer<typeof SamplingModel>;

/** A tool use of an answer. `inputText` is compact JSON of an object, which leaves byte for byte. */
export const SamplingUse = z.object({ id: z.string(), name: z.string(), inputText: z.string() });
export type SamplingUse = z.infer<typeof SamplingUse>;
/** How an answer ended, in the protocol's own words. */
export const samplingStops = ['endTurn', 'toolUse', 'maxTokens', 'stopSequence'] as const;
export type SamplingStop = (typeof samplingStops)[number];

export const toolChoices = ['auto', 'required', 'none'] as const;
export type ToolChoice = (typeof toolChoices)[number];

/** What a server's sampling request is, whole: the model gets this and nothing else. */
export const samplingRequest = {
  system: z.string().optional(),
  messages: z.array(SamplingMessage),
  tools: z.array(SamplingTool),
  /** Only with tools. */
  toolChoice: z.enum(toolChoices).optional(),
  temperature: z.number().optional(),
  stopSequences: z.array(z.string()),
  /** What the server asked for, and what the model will be held to. */
  askedTokens: z.number(),
  maxTokens: z.number(),
  /** It asked for context of chats or servers, which it does not get. */
  contextIgnored: z.boolean(),
  /** Rounds of its tools that its messages tell of, and how many there may be. */
  toolRounds: z.number(),
  maxToolRounds: z.number(),
};

/** The text blocks of a request in their order: what a person may edit. */
export const textsOf = (
  messages: readonly SamplingMessage[],
): readonly { readonly role: SamplingMessage['role']; readonly text: string }[] =>
  messages.flatMap(({ role, blocks }) => blocks.flatMap((block) => (block.type === 'text' ? [{ role, text: block.text }] : [])));

/** The text of an amendment of a request: another model, or other words. `texts` are all text blocks in their order. */
export const SamplingRequestEdit = z.strictObject({
  model: z.string().max(500).optional(),
  system: z.string().optional(),
  texts: z.array(z.string()).optional(),
});
export type SamplingRequestEdit = z.infer<typeof SamplingRequestEdit>;
/** The text of an amendment of an answer; `inputs` are those of its tool uses in their order, as JSON text. */
export const SamplingAnswerEdit = z.strictObject({ text: z.string().max(1_000_000), inputs: z.array(z.string().max(1_000_000)) });
export type SamplingAnswerEdit = z.infer<typeof SamplingAnswerEdit>;
