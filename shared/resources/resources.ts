import * as z from 'zod';

/** Hints of the server on whom something is for, how much it matters (0 to 1), and when it last changed: shown as its word, never believed. */
export const ResourceHints = z.object({
  audience: z.array(z.enum(['user', 'assistant'])).optional(),
  priority: z.number().optional(),
  /** As the server wrote it, when it reads as a date. */
  lastModified: z.string().optional(),
});
export type ResourceHints = z.infer<typeof ResourceHints>;

/** One resource as its server lists it. All of it is the server's own text: shown plain, never believed. */
export const ResourceView = z.object({
  uri: z.string(),
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
  size: z.number().optional(),
  hints: ResourceHints.optional(),
});
export type ResourceView = z.infer<typeof ResourceView>;

/** A template for addresses (RFC 6570). `variables` are its names in the order of the template. */
export const TemplateView = z.object({
  uriTemplate: z.string(),
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
  variables: z.array(z.string()),
});
export type TemplateView = z.infer<typeof TemplateView>;

/** What one server lets a person read, as last listed. */
export const ServerResources = z.object({
  serverKey: z.string(),
  state: z.enum(['loading', 'listed', 'failed']),
  resources: z.array(ResourceView),
  templates: z.array(TemplateView),
  /** More was offered than is kept. */
  truncated: z.boolean(),
  /** The server completes template arguments. */
  completes: z.boolean(),
  /** Addresses that the server tells changes of, at our asking. */
  watched: z.array(z.string()),
  /** Addresses that were to be watched, and that the server does not tell changes of (SUB-4). */
  unwatched: z.array(z.string()),
  /** Those that changed since they were last read. */
  changed: z.array(z.string()),
  /** When each changed last, as far as it is known; milliseconds since 1970. What was read before then is old. */
  changes: z.array(z.object({ uri: z.string(), at: z.number() })),
  /** Technical, for `failed`. */
  problem: z.string().optional(),
});
export type ServerResources = z.infer<typeof ServerResources>;

export const ResourcesEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('resources.changed'), server: ServerResources }),
  z.object({ type: z.literal('resources.removed'), serverKey: z.string() }),
]);
export type ResourcesEvent = z.infer<typeof ResourcesEvent>;
export type ResourcesState = readonly ServerResources[];
export const noResources: ResourcesState = [];
export function reduceResources(state: ResourcesState, event: ResourcesEvent): ResourcesState {
  const key = event.type === 'resources.removed' ? event.serverKey : event.server.serverKey;
  if (event.type === 'resources.removed') return state.filter((s) => s.serverKey !== key);
  const at = state.findIndex((s) => s.serverKey === key);
  return at < 0 ? [...state, event.server] : state.with(at, event.server);
}

/**
 * One content of a read. `media` is a picture or a sound, told by its first bytes and not by what the server calls it; every other
 * content that is no text is named by kind and size only.
 */
export const ReadContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), uri: z.string(), mimeType: z.string(), text: z.string() }),
  z.object({
    kind: z.literal('media'),
    uri: z.string(),
    mimeType: z.string(),
    bytes: z.number(),
    data: z.instanceof(Uint8Array<ArrayBuffer>),
  }),
  z.object({ kind: z.literal('binary'), uri: z.string(), mimeType: z.string(), bytes: z.number() }),
]);
export type ReadContent = z.infer<typeof ReadContent>;
export const ResourceRead = z.object({ contents: z.array(ReadContent), readAt: z.number() });
export type ResourceRead = z.infer<typeof ResourceRead>;

/** What a server offers to go on with; at most 100. */
export const Completion = z.object({ values: z.array(z.string()), hasMore: z.boolean() });
export type Completion = z.infer<typeof Completion>;

/** How a resource is called: its title, else its name, else its address. */
export const resourceTitle = ({ title, name, uri }: Pick<ResourceView, 'title' | 'name' | 'uri'>): string => title || name || uri;
