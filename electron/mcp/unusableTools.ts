import type { Schemas } from '../schema/schemas.ts';
import type { Catalog } from './catalog.ts';
import { readParamHeaders } from './paramHeaders.ts';

/**
 * The tools that can't be used, and why: those that run only as a task (2025-11-25, `execution.taskSupport`), schemas that can't be compiled
 * and, with `forHeaders`, wrong annotations for headers (HTTP-3).
 */
export async function unusableTools(catalog: Catalog, schemas: Schemas, forHeaders: boolean): Promise<Map<string, string>> {
  const checked = await Promise.all(catalog.tools.map(async (tool) => [tool.name, await schemas.check(tool.inputSchema)] as const));
  const headers = forHeaders ? catalog.tools.map((t) => [t.name, readParamHeaders(t.inputSchema)] as const) : [];
  return new Map([
    ...catalog.tools.filter(({ raw }) => needsTask(raw)).map(({ name }) => [name, taskOnly] as const),
    ...headers.flatMap(([name, read]) => (read.ok ? [] : [[name, read.problem] as const])),
    ...checked.flatMap(([name, result]) => (result.ok ? [] : [[name, result.problem] as const])),
  ]);
}

const taskOnly = 'It runs only as a task (taskSupport: required), and Steward calls tools directly.';
function needsTask(raw: string): boolean {
  const { execution } = JSON.parse(raw) as { readonly execution?: unknown };
  return typeof execution === 'object' && execution !== null && 'taskSupport' in execution && execution.taskSupport === 'required';
}
