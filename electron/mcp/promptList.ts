import * as z from 'zod';
import type { PromptArgument, PromptView } from '#shared/prompts/prompts.ts';
import type { HostClient } from './hostClient.ts';
import { lenient } from './lenientResult.ts';

/** The prompts of one server. */
export interface PromptListing {
  readonly prompts: readonly PromptView[];
  readonly truncated: boolean;
  readonly completes: boolean;
}
export const maxPrompts = 1000;
const maxArguments = 50;
const maxPages = 100;
/** All pages together, characters. */
const maxList = 16 * 1024 * 1024;

const text = (length: number) =>
  z.preprocess((v) => (typeof v === 'string' && v !== '' ? v.slice(0, length) : undefined), z.string().optional());
const shared = { name: z.string().min(1).max(512), title: text(300), description: text(2000) };
const Argument = z.object({ ...shared, required: z.boolean().catch(false) });
const Prompt = z.object({ ...shared, arguments: z.array(z.unknown()).catch([]) });

const clean = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as T;
/** Takes each item by itself, and each name once: one that can't be read is left out, the others stay. */
function items<T extends { readonly name: string }>(schema: z.ZodType<T>, raw: readonly unknown[], max: number): T[] {
  const seen = new Set<string>();
  return raw.slice(0, max).flatMap((item) => {
    const read = schema.safeParse(item);
    if (!read.success || seen.has(read.data.name)) return [];
    seen.add(read.data.name);
    return [clean(read.data)];
  });
}

/** What was listed, made safe to show: lengths capped, duplicates and unreadable items left out. */
export function toPromptListing(prompts: readonly unknown[], completes: boolean, more = false): PromptListing {
  const views = items(Prompt, prompts, maxPrompts).map(
    (prompt): PromptView => ({ ...prompt, arguments: items<PromptArgument>(Argument, prompt.arguments, maxArguments) }),
  );
  return { prompts: views, truncated: more || prompts.length > maxPrompts, completes };
}

/** The prompts of a bundled server as the build has written them down. */
interface Pinned {
  readonly prompts?: readonly unknown[];
  readonly completes?: boolean;
}
/** The prompts of bundled servers, by their keys: they are known without starting them. */
export const pinnedPrompts = (pinned: Readonly<Record<string, Pinned>>): ReadonlyMap<string, PromptListing> =>
  new Map(Object.entries(pinned).map(([key, p]) => [key, toPromptListing(p.prompts ?? [], p.completes === true)]));

const Page = lenient(z.looseObject({ prompts: z.array(z.unknown()).catch([]), nextCursor: z.string().optional() }));

/** Lists every page of a server's prompts (UC9): cursors are opaque, an empty one counts, one seen before ends the walk. */
export async function listPrompts(client: HostClient, signal: AbortSignal): Promise<PromptListing> {
  const capabilities = client.getServerCapabilities();
  const completes = capabilities?.completions !== undefined;
  if (!capabilities?.prompts) return toPromptListing([], completes);
  const found: unknown[] = [];
  const seen = new Set<string>();
  let size = 0;
  let cursor: string | undefined;
  for (let page = 0; page < maxPages && found.length <= maxPrompts; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: 'prompts/list', params }, Page, { signal, timeout: 30_000 });
    size += JSON.stringify(answer.prompts).length;
    if (size > maxList) break;
    for (const item of answer.prompts) found.push(item);
    cursor = answer.nextCursor;
    if (cursor === undefined || seen.has(cursor)) return toPromptListing(found, completes);
    seen.add(cursor);
  }
  return toPromptListing(found, completes, true);
}
