import { resourceTitle, type ServerResources } from '#shared/resources/resources.ts';

/** What follows an @ that is being written: where it begins, and the words after it. */
export interface Mention {
  readonly start: number;
  readonly query: string;
}
/** The mention at the caret, if one is being written. An @ inside a word, as in an address, is none; one after Chinese text is. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const match = /(?:^|[^\w@./-])@([^\s@]{0,60})$/.exec(text.slice(0, caret));
  return match?.[1] === undefined ? undefined : { start: caret - match[1].length - 1, query: match[1] };
}

export interface Mentioned {
  readonly serverKey: string;
  readonly uri: string;
  readonly title: string;
}
/** How many are shown at once; more can be scrolled to. */
export const mostMentions = 30;

/** The resources that fit, those whose title begins with the words first. */
export function mentionable(
  lists: readonly ServerResources[],
  query: string,
): { readonly items: readonly Mentioned[]; readonly more: number } {
  const wanted = query.toLowerCase();
  const found = lists.flatMap(({ serverKey, resources }) =>
    resources.flatMap((resource) => {
      const title = resourceTitle(resource);
      const texts = [title, resource.name, resource.uri, serverKey].map((text) => text.toLowerCase());
      const rank = texts.findIndex((text) => text.startsWith(wanted));
      if (rank < 0 && !texts.some((text) => text.includes(wanted))) return [];
      return [{ serverKey, uri: resource.uri, title, rank: rank < 0 ? texts.length : rank }];
    }),
  );
  const items = found
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, mostMentions)
    .map(({ rank: _rank, ...mentioned }): Mentioned => mentioned);
  return { items, more: found.length - items.length };
}

/** The text without the mention, and where the caret stands then. */
export function withoutMention(text: string, { start, query }: Mention): { readonly text: string; readonly caret: number } {
  return { text: text.slice(0, start) + text.slice(start + 1 + query.length), caret: start };
}
