import * as z from 'zod';
import { maxTools, toCatalog, type Catalog } from './catalog.ts';
import type { HostClient } from './hostClient.ts';

const maxPages = 100;
const Page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

/** Walks tools/list (cursors are opaque, an empty one counts) up to 100 pages and 500 tools; a cursor seen before ends the walk. */
export async function discoverTools(client: HostClient, signal: AbortSignal): Promise<Catalog> {
  const instructions = client.getInstructions()?.slice(0, 20_000);
  if (!client.getServerCapabilities()?.tools) return toCatalog([], instructions);
  const items: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < maxPages && items.length <= maxTools; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: 'tools/list', params }, Page, { signal, timeout: 30_000 });
    items.push(...answer.tools);
    cursor = answer.nextCursor;
    if (cursor === undefined || seen.has(cursor)) break;
    seen.add(cursor);
  }
  return toCatalog(items, instructions);
}
