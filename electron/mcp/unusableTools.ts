import type { Schemas } from '../schema/schemas.ts';
import type { Catalog } from './catalog.ts';
import { readParamHeaders } from './paramHeaders.ts';

/** The tools that can't be used, and why: schemas that can't be compiled and, with `forHeaders`, wrong annotations for headers (HTTP-3). */
export async function unusableTools(catalog: Catalog, schemas: Schemas, forHeaders: boolean): Promise<Map<string, string>> {
  const checked = await Promise.all(catalog.tools.map(async (tool) => [tool.name, await schemas.check(tool.inputSchema)] as const));
  const headers = forHeaders ? catalog.tools.map((t) => [t.name, readParamHeaders(t.inputSchema)] as const) : [];
  return new Map([
    ...headers.flatMap(([name, read]) => (read.ok ? [] : [[name, read.problem] as const])),
    ...checked.flatMap(([name, result]) => (result.ok ? [] : [[name, result.problem] as const])),
  ]);
}
