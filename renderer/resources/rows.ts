import type { ResourceView, ServerResources, TemplateView } from '#shared/resources/resources.ts';
import { resourceTitle } from '#shared/resources/resources.ts';
import type { ServerView } from '#shared/servers/status.ts';

/** What a person has chosen in the tree. */
export type Choice =
  | { readonly kind: 'resource'; readonly serverKey: string; readonly uri: string }
  | { readonly kind: 'template'; readonly serverKey: string; readonly uriTemplate: string };
export type Row =
  | {
      readonly kind: 'server';
      readonly id: string;
      readonly server: ServerView;
      readonly list: ServerResources | undefined;
      readonly isOpen: boolean;
    }
  | {
      readonly kind: 'resource';
      readonly id: string;
      readonly serverKey: string;
      readonly resource: ResourceView;
      readonly isChanged: boolean;
      /** Its server tells of changes. */
      readonly isLive: boolean;
      /** What tells it from others of the same title. */
      readonly hint: string | undefined;
    }
  | { readonly kind: 'template'; readonly id: string; readonly serverKey: string; readonly template: TemplateView }
  | { readonly kind: 'more'; readonly id: string; readonly count: number };

/** Rows of one server that are laid out at once; the filter leads to the others. */
export const maxRows = 300;

interface TreeState {
  readonly closed: ReadonlySet<string>;
  readonly filter: string;
}

const fits = (filter: string, ...texts: readonly (string | undefined)[]): boolean => {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const all = texts.join('\n').toLowerCase();
  return words.every((word) => all.includes(word));
};

function countOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** The tree as rows, top to bottom. With a filter only what fits is there, and every server that has some is open. */
export function toRows(servers: readonly ServerView[], lists: readonly ServerResources[], { closed, filter }: TreeState): readonly Row[] {
  return servers.flatMap((server): Row[] => {
    const { key } = server;
    const list = lists.find((one) => one.serverKey === key);
    const resources = (list?.resources ?? []).filter((r) => fits(filter, key, r.name, r.title, r.uri, r.description));
    const templates = (list?.templates ?? []).filter((t) => fits(filter, key, t.name, t.title, t.uriTemplate, t.description));
    const isFiltering = filter.trim() !== '';
    if (isFiltering && resources.length + templates.length === 0) return [];
    const isOpen = isFiltering || !closed.has(key);
    const titles = countOf(resources.map(resourceTitle));
    const head: Row = { kind: 'server', id: `s:${key}`, server, list, isOpen };
    if (!isOpen) return [head];
    return [
      head,
      ...resources.slice(0, maxRows).map((resource): Row => {
        const isChanged = list?.changed.includes(resource.uri) === true;
        const isLive = list?.watched.includes(resource.uri) === true;
        const title = resourceTitle(resource);
        const hint = (titles.get(title) ?? 0) < 2 ? undefined : resource.name !== title ? resource.name : resource.uri;
        return { kind: 'resource', id: `r:${key}:${resource.uri}`, serverKey: key, resource, isChanged, isLive, hint };
      }),
      ...templates
        .slice(0, maxRows)
        .map((template): Row => ({ kind: 'template', id: `t:${key}:${template.uriTemplate}`, serverKey: key, template })),
      ...(resources.length > maxRows ? [{ kind: 'more', id: `m:${key}`, count: resources.length - maxRows } as const] : []),
    ];
  });
}

/** How a row is called. */
export function rowTitle(row: Row): string {
  if (row.kind === 'server') return row.server.key;
  if (row.kind === 'resource') return resourceTitle(row.resource);
  return row.kind === 'template' ? row.template.title || row.template.name || row.template.uriTemplate : '';
}
export const choiceId = (choice: Choice): string =>
  choice.kind === 'resource' ? `r:${choice.serverKey}:${choice.uri}` : `t:${choice.serverKey}:${choice.uriTemplate}`;
