import { type ElicitationParts, LinkWish, openLink, untilDone } from './elicitation.ts';
import { answerAsk } from './inboundKind.ts';
import type { OpenLinks } from './openLinks.ts';
import type { RunningRequest } from './runningRequest.ts';
import { InboundRefusedError } from './samplingRequest.ts';

/** The links of one error -32042, and what they are a condition of. */
export interface Required {
  readonly links: readonly unknown[];
  readonly running: RunningRequest;
  readonly signal: AbortSignal;
}

/**
 * Each link gets the same card as one that is asked for by itself; then the request waits until the person, or the server, says that it is
 * done there (ELI-8, ELI-10). False when the person opened one of them not, or gives up. Throws `InboundRefusedError`.
 */
export async function openRequired(parts: ElicitationParts, { links, running, signal }: Required, open: OpenLinks): Promise<boolean> {
  const wishes = links.map((link): LinkWish => {
    const read = LinkWish.safeParse(link);
    if (!read.success) throw new InboundRefusedError('one of the links that it asked for is not valid');
    return read.data;
  });
  if (wishes.length === 0) throw new InboundRefusedError('it asked for links to be opened and named none');
  // The server may say that it is done while the person still looks at another link.
  const waiting = open.wait(wishes.flatMap(({ elicitationId }) => (elicitationId === undefined ? [] : [elicitationId])));
  const rest = new AbortController();
  const both = AbortSignal.any([signal, rest.signal]);
  try {
    const opened = await Promise.all(wishes.map((wish) => openOne(parts, { wish, running, signal: both }, rest)));
    if (!opened.every(Boolean)) return false;
    const urls = wishes.map(({ url }) => url);
    return await untilDone(parts, { params: undefined, signal, running }, urls, waiting.done);
  } finally {
    rest.abort();
    waiting.end();
  }
}

interface One {
  readonly wish: LinkWish;
  readonly running: RunningRequest;
  readonly signal: AbortSignal;
}
/** One no makes the other links pointless. */
async function openOne(parts: ElicitationParts, { wish, running, signal }: One, rest: AbortController): Promise<boolean> {
  const host = URL.canParse(wish.url) ? { host: new URL(wish.url).hostname } : {};
  const kind = {
    declares: () => ({}),
    facts: () => ({ kind: 'link' as const, ...host }),
    answer: () => openLink(parts, { params: undefined, signal, running }, wish),
  };
  const result = (await answerAsk(kind, { params: undefined, signal, running })) as Awaited<ReturnType<typeof openLink>>;
  if (result.action !== 'accept') rest.abort();
  return result.action === 'accept';
}
