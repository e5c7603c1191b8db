import * as z from 'zod';

/** One argument of a prompt, as its server lists it. */
export const PromptArgument = z.object({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  required: z.boolean(),
});
export type PromptArgument = z.infer<typeof PromptArgument>;

/** One prompt as its server lists it. All of it is the server's own text: shown plain, never believed. */
export const PromptView = z.object({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  arguments: z.array(PromptArgument),
});
export type PromptView = z.infer<typeof PromptView>;

/** The prompts of one server, as last listed. */
export const ServerPrompts = z.object({
  serverKey: z.string(),
  state: z.enum(['loading', 'listed', 'failed']),
  prompts: z.array(PromptView),
  /** More was offered than is kept. */
  truncated: z.boolean(),
  /** The server completes arguments. */
  completes: z.boolean(),
  /** Technical, for `failed` and for a list that is no longer followed. */
  problem: z.string().optional(),
});
export type ServerPrompts = z.infer<typeof ServerPrompts>;

export const PromptsEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('prompts.changed'), server: ServerPrompts }),
  z.object({ type: z.literal('prompts.removed'), serverKey: z.string() }),
]);
export type PromptsEvent = z.infer<typeof PromptsEvent>;
export type PromptsState = readonly ServerPrompts[];
export const noPrompts: PromptsState = [];
export function reducePrompts(state: PromptsState, event: PromptsEvent): PromptsState {
  if (event.type === 'prompts.removed') return state.filter((s) => s.serverKey !== event.serverKey);
  const at = state.findIndex((s) => s.serverKey === event.server.serverKey);
  return at < 0 ? [...state, event.server] : state.with(at, event.server);
}

export const PromptRole = z.enum(['user', 'assistant']);
export type PromptRole = z.infer<typeof PromptRole>;

/** The server means it for the person alone: shown, never sent. */
const personOnly = z.literal(true).optional();
const kept = [
  z.object({ kind: z.literal('text'), text: z.string(), personOnly }),
  /** An embedded resource that is text. */
  z.object({ kind: z.literal('resource'), uri: z.string(), mimeType: z.string(), text: z.string(), personOnly }),
  /** A resource that is only named. */
  z.object({
    kind: z.literal('link'),
    uri: z.string(),
    title: z.string(),
    description: z.string().optional(),
    mimeType: z.string().optional(),
    size: z.number().optional(),
    personOnly,
  }),
  /** Bytes by kind and size; `uri` where they are an embedded resource. */
  z.object({ kind: z.literal('binary'), mimeType: z.string(), bytes: z.number(), uri: z.string().optional(), personOnly }),
  /** A kind that this version does not know, as it came. */
  z.object({ kind: z.literal('other'), json: z.string(), personOnly }),
] as const;
/** One content of a prompt's message, as it is kept. */
export const PromptBlock = z.discriminatedUnion('kind', kept);
export type PromptBlock = z.infer<typeof PromptBlock>;

/** One content as it is looked at: a picture or a sound, told by its first bytes and not by what the server calls it, comes with them. */
export const PromptContent = z.discriminatedUnion('kind', [
  ...kept,
  z.object({
    kind: z.literal('media'),
    mimeType: z.string(),
    bytes: z.number(),
    data: z.instanceof(Uint8Array<ArrayBuffer>),
    uri: z.string().optional(),
    personOnly,
  }),
]);
export type PromptContent = z.infer<typeof PromptContent>;

export const PromptMessage = z.object({ role: PromptRole, contents: z.array(PromptContent) });
export type PromptMessage = z.infer<typeof PromptMessage>;

/** What a server made of a prompt. Main keeps it under `id` until it is put into a message, or others have taken its place. */
export const PromptPreview = z.object({
  id: z.string(),
  description: z.string().optional(),
  messages: z.array(PromptMessage),
  /** How it would go into a message: as text of the person's own to be changed, or whole, beside the text. */
  way: z.enum(['text', 'whole']),
});
export type PromptPreview = z.infer<typeof PromptPreview>;

/** How a prompt is called: its title, else its name. */
export const promptTitle = ({ title, name }: Pick<PromptView, 'title' | 'name'>): string => title || name;
/** How it is written in a message box. */
export const promptCommand = (serverKey: string, name: string): string => `/${serverKey}:${name}`;

/** Arguments that are required and have no value. */
export const missingArguments = (
  { arguments: wanted }: Pick<PromptView, 'arguments'>,
  given: Readonly<Record<string, string>>,
): readonly PromptArgument[] =>
  wanted.filter(({ name, required }) => required && (Object.hasOwn(given, name) ? (given[name] ?? '') : '').trim() === '');
