import { ProtocolError } from '@modelcontextprotocol/client';
import * as z from 'zod';
import type { ServerProblem } from '#shared/servers/status.ts';
import { maxTools, toCatalog, type Catalog } from './catalog.ts';
import type { HostClient } from './hostClient.ts';
import { lenient } from './lenientResult.ts';
import { PeerError } from './peer.ts';

const maxPages = 100;
/** Characters of a server's instructions that are read at all. */
export const maxInstructions = 20_000;
/** All pages together, characters. */
const maxList = 16 * 1024 * 1024;
const Page = lenient(z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() }));
type Page = z.infer<typeof Page>;

/**
 * Walks tools/list (cursors are opaque, an empty one counts) up to 100 pages, 500 tools and 16 MB; a cursor seen before ends the walk.
 * Throws `PeerError` when the server refuses.
 */
export async function discoverTools(client: HostClient, signal: AbortSignal, pageMs = 30_000): Promise<Catalog> {
  const instructions = client.getInstructions()?.slice(0, maxInstructions);
  if (!client.getServerCapabilities()?.tools) return toCatalog([], instructions);
  const items: unknown[] = [];
  const seen = new Set<string>();
  let size = 0;
  let cursor: string | undefined;
  for (let page = 0; items.length <= maxTools; page++) {
    if (page === maxPages) return toCatalog(items, instructions, tooLong(`more than ${maxPages} pages`));
    const answer = await readPage(client, cursor, { signal, timeout: pageMs });
    size += JSON.stringify(answer.tools).length;
    if (size > maxList) return toCatalog(items, instructions, tooLong(`more than ${maxList / 1024 / 1024} MB`));
    items.push(...answer.tools);
    cursor = answer.nextCursor;
    if (cursor === undefined) break;
    if (seen.has(cursor)) return toCatalog(items, instructions, tooLong('it goes round in a circle'));
    seen.add(cursor);
  }
  return toCatalog(items, instructions);
}

const tooLong = (detail: string): ServerProblem => ({ code: 'list-too-long', detail });

async function readPage(
  client: HostClient,
  cursor: string | undefined,
  options: { readonly signal: AbortSignal; readonly timeout: number },
): Promise<Page> {
  try {
    return await client.request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } }, Page, options);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new PeerError({ code: 'tools-failed', detail: `${error.code}: ${error.message}`.slice(0, 500) }, true, { cause: error });
  }
}
