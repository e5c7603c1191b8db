import * as z from 'zod';
import { templateVariables, maxTemplateLength, maxUriLength } from '#shared/resources/template.ts';
import type { ResourceHints, ResourceView, TemplateView } from '#shared/resources/resources.ts';
import { lenient } from './lenientResult.ts';
import type { HostClient } from './hostClient.ts';

/** What one server lets a person read. */
export interface ResourceListing {
  readonly resources: readonly ResourceView[];
  readonly templates: readonly TemplateView[];
  readonly truncated: boolean;
  readonly completes: boolean;
}
export const maxResources = 5000;
export const maxTemplates = 500;
const maxPages = 100;

const text = (length: number) =>
  z.preprocess((v) => (typeof v === 'string' && v !== '' ? v.slice(0, length) : undefined), z.string().optional());
const Annotations = z.looseObject({
  audience: z.array(z.unknown()).optional().catch(undefined),
  priority: z.number().min(0).max(1).optional().catch(undefined),
  lastModified: z.string().max(100).optional().catch(undefined),
});
/** What of a server's annotations can be read; undefined for none. */
export function toHints(raw: unknown): ResourceHints | undefined {
  const read = Annotations.safeParse(raw);
  if (!read.success) return undefined;
  const { priority, lastModified } = read.data;
  const audience = (['user', 'assistant'] as const).filter((who) => read.data.audience?.includes(who));
  const hints = {
    ...(audience.length === 0 ? {} : { audience }),
    ...(priority === undefined ? {} : { priority }),
    ...(lastModified === undefined || Number.isNaN(Date.parse(lastModified)) ? {} : { lastModified }),
  };
  return Object.keys(hints).length === 0 ? undefined : hints;
}
const shared = { name: z.string().catch(''), title: text(300), description: text(2000), mimeType: text(200) };
const Resource = z.object({
  ...shared,
  uri: z.string().min(1).max(maxUriLength),
  size: z.number().nonnegative().optional().catch(undefined),
  annotations: z.unknown().optional(),
});
const Template = z.object({ ...shared, uriTemplate: z.string().min(1).max(maxTemplateLength) });

/** Takes each item by itself: one that can't be read is left out, the others stay. */
function items<T>(schema: z.ZodType<T>, raw: readonly unknown[], max: number): T[] {
  return raw.slice(0, max).flatMap((item) => {
    const read = schema.safeParse(item);
    return read.success ? [read.data] : [];
  });
}
const hinted = (annotations: unknown): { readonly hints?: ResourceHints } => {
  const hints = toHints(annotations);
  return hints === undefined ? {} : { hints };
};
const clean = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as T;

/** What was listed, made safe to show: lengths capped, duplicates and unreadable items left out. */
export function toListing(resources: readonly unknown[], templates: readonly unknown[], completes: boolean, more = false): ResourceListing {
  const seen = new Set<string>();
  return {
    resources: items(Resource, resources, maxResources)
      .filter(({ uri }) => !seen.has(uri) && seen.add(uri))
      .map(({ annotations, ...r }) => clean<ResourceView>({ ...r, name: r.name.slice(0, 300), ...hinted(annotations) })),
    templates: items(Template, templates, maxTemplates).map((t) =>
      clean<TemplateView>({ ...t, name: t.name.slice(0, 300), variables: [...templateVariables(t.uriTemplate)] }),
    ),
    truncated: more || resources.length > maxResources || templates.length > maxTemplates,
    completes,
  };
}

/** Lists resources and templates, every page of both (UC9, UD10); a server without the capability has none. */
export async function listResources(client: HostClient, signal: AbortSignal): Promise<ResourceListing> {
  const capabilities = client.getServerCapabilities();
  if (!capabilities?.resources) return toListing([], [], false);
  const resources = await walk(client, { method: 'resources/list', member: 'resources', max: maxResources }, signal);
  const templates = await walk(client, { method: 'resources/templates/list', member: 'resourceTemplates', max: maxTemplates }, signal);
  return toListing(resources.items, templates.items, capabilities.completions !== undefined, resources.more || templates.more);
}

const Page = lenient(z.looseObject({ nextCursor: z.string().optional() }));
interface Walk {
  readonly method: string;
  readonly member: string;
  readonly max: number;
}
/** Cursors are opaque, an empty one counts; one that was seen before ends the walk. A server may lack one of the two lists. */
async function walk(client: HostClient, { method, member, max }: Walk, signal: AbortSignal): Promise<{ items: unknown[]; more: boolean }> {
  const found: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const answer = await client
      .request({ method, params: cursor === undefined ? {} : { cursor } }, Page, { signal, timeout: 30_000 })
      .catch((error: unknown): z.infer<typeof Page> => {
        if (page === 0 && (error as { code?: unknown }).code === -32601) return {};
        throw error;
      });
    const some = answer[member];
    if (Array.isArray(some)) for (const item of some) found.push(item);
    cursor = answer.nextCursor;
    if (cursor === undefined || seen.has(cursor)) return { items: found, more: false };
    if (found.length > max) break;
    seen.add(cursor);
  }
  return { items: found, more: true };
}
