import * as z from 'zod';

/** Lists of which one bad item must not cost the others; this host reads them item by item. */
const lists = ['tools', 'content', 'resources', 'resourceTemplates', 'contents', 'prompts', 'messages'] as const;
const key = 'app.steward/aside';
type Result = Readonly<Record<string, unknown>>;
const hasValues = (value: unknown): boolean => typeof value === 'object' && value !== null && Array.isArray((value as Result)['values']);

/**
 * The SDK refuses a whole result of the newer era for one bad item, or for a missing lifetime. What this host reads by itself is put aside
 * while the SDK looks; `lenient` takes it back.
 */
export function setAside<R extends Result>(result: R): R {
  // More values than the hundred of the protocol are cut by this host, not refused.
  if (hasValues(result['completion'])) return { ...result, completion: { values: [] }, [key]: { completion: result['completion'] } };
  const aside = Object.fromEntries(lists.flatMap((name) => (Array.isArray(result[name]) ? [[name, result[name]]] : [])));
  if (Object.keys(aside).length === 0) return result;
  const emptied = Object.fromEntries(Object.keys(aside).map((name) => [name, []]));
  const lifetime = !('content' in aside) && !('messages' in aside) ? { ttlMs: 0, cacheScope: 'private' } : {};
  return { ...lifetime, ...result, ...emptied, [key]: aside };
}

function takenBack(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(key in value)) return value;
  const { [key]: aside, ...rest } = value as Result;
  return { ...rest, ...(aside as Result) };
}
/** Reads a result with `schema` as the server sent it, whatever the SDK thinks of its items. */
export const lenient = <S extends z.ZodType>(schema: S) => z.preprocess(takenBack, schema);
