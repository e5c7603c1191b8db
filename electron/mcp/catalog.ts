import type { ToolChange } from '#shared/decision/decision.ts';
import type { ServerProblem } from '#shared/servers/status.ts';
import { digestOf } from '../schema/canonical.ts';
import type { Accepted } from '../storage/trustTables.ts';

/** One tool as its server defines it, with the digest of the whole definition. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly raw: string;
  readonly digest: string;
  /** A tool of Steward's own: it reads resources of the server, and is no `tools/call`. */
  readonly isOwn?: boolean;
}
/** What a server offers, as last listed. `excluded` names what could not be read and why. */
export interface Catalog {
  readonly tools: readonly ToolDefinition[];
  readonly instructions: string | undefined;
  readonly excluded: readonly { readonly name: string; readonly reason: string }[];
  /** What of the list was left unread, if anything. */
  readonly cut: ServerProblem | undefined;
}
export const maxTools = 500;
/** One definition, characters. A larger one can't be reviewed by a person anyway. */
const maxDefinition = 256 * 1024;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function toDefinition(item: unknown): ToolDefinition | string {
  if (!isRecord(item)) return 'its definition is not an object';
  if (typeof item.name !== 'string' || item.name === '' || item.name.length > 512) return 'it has no usable name';
  if (!isRecord(item.inputSchema)) return 'its inputSchema is not an object';
  const annotations = isRecord(item.annotations) ? item.annotations : {};
  const raw = JSON.stringify(item, null, 2);
  if (raw.length > maxDefinition) return `its definition is larger than ${maxDefinition / 1024} kB`;
  return {
    name: item.name,
    title: text(item.title) ?? text(annotations.title),
    description: text(item.description) ?? '',
    inputSchema: item.inputSchema,
    raw,
    digest: digestOf(item),
  };
}

/** Reads a tools/list answer leniently: one bad tool is left out and named, the others stay (and so does the first of two with one name). */
export function toCatalog(items: readonly unknown[], instructions: string | undefined, unread?: ServerProblem): Catalog {
  const tools: ToolDefinition[] = [];
  const excluded: { name: string; reason: string }[] = [];
  const names = new Set<string>();
  for (const item of items.slice(0, maxTools)) {
    const tool = toDefinition(item);
    const name = isRecord(item) && typeof item.name === 'string' ? item.name.slice(0, 512) : '?';
    if (typeof tool === 'string') excluded.push({ name, reason: tool });
    else if (names.has(tool.name)) excluded.push({ name, reason: 'another tool of this server has the same name' });
    else {
      names.add(tool.name);
      tools.push(tool);
    }
  }
  const cut = unread ?? (items.length > maxTools ? ({ code: 'too-many-tools', detail: `more than ${maxTools}` } as const) : undefined);
  return { tools, instructions, excluded, cut };
}

/** Equal for two catalogs that offer the same, in whatever order. */
export function fingerprintOf({ tools, instructions, excluded }: Catalog): string {
  const items = [...tools.map((t) => [t.name, t.digest]), ...excluded.map((e) => [e.name, e.reason])];
  return JSON.stringify([instructions ?? null, items.map((item) => JSON.stringify(item)).sort()]);
}

/** What the person accepts when accepting a catalog. */
export function toAccepted(catalog: Catalog): Accepted[] {
  const tools = catalog.tools.map((t): Accepted => ({ kind: 'tool', name: t.name, digest: t.digest, raw: t.raw }));
  const { instructions } = catalog;
  return instructions === undefined
    ? tools
    : [...tools, { kind: 'instructions', name: '', digest: digestOf(instructions), raw: instructions }];
}

/** The way back: a catalog as it was accepted. */
export function fromAccepted(accepted: readonly Accepted[]): Catalog {
  const tools = accepted.filter((a) => a.kind === 'tool').map((a): unknown => JSON.parse(a.raw));
  return toCatalog(tools, accepted.find((a) => a.kind === 'instructions')?.raw);
}

export interface CatalogDifference {
  readonly tools: readonly ToolChange[];
  readonly unchangedCount: number;
  readonly instructionsBefore: string | undefined;
  /** False when everything is as accepted. Order never counts as a change, and a tool that only vanished asks nothing. */
  readonly needsReview: boolean;
}
/** Holds a catalog against what was accepted: new, renamed and changed tools count alike. */
export function compareCatalog(catalog: Catalog, accepted: readonly Accepted[]): CatalogDifference {
  const before = new Map(accepted.filter((a) => a.kind === 'tool').map((a) => [a.name, a]));
  const instructionsBefore = accepted.find((a) => a.kind === 'instructions')?.raw;
  const changes: ToolChange[] = [];
  let unchangedCount = 0;
  for (const { name, digest, raw } of catalog.tools) {
    const was = before.get(name);
    if (!was) changes.push({ name, change: 'new', raw });
    else if (was.digest !== digest) changes.push({ name, change: 'changed', raw, before: was.raw });
    else unchangedCount += 1;
  }
  const asks = changes.length > 0 || (catalog.instructions !== undefined && catalog.instructions !== instructionsBefore);
  const now = new Set(catalog.tools.map((t) => t.name));
  for (const was of before.values()) if (!now.has(was.name)) changes.push({ name: was.name, change: 'removed', raw: '', before: was.raw });
  return { tools: changes, unchangedCount, instructionsBefore, needsReview: asks };
}
