import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/client';
import { followedTransport } from './followedTransport.ts';
import { capabilityNames, type Health, type ListFacts, type Refusal } from '#shared/servers/protocolFacts.ts';

const lists: Readonly<Record<string, { readonly name: ListFacts['name']; readonly member: string }>> = {
  'tools/list': { name: 'tools', member: 'tools' },
  'resources/list': { name: 'resources', member: 'resources' },
  'resources/templates/list': { name: 'templates', member: 'resourceTemplates' },
  'prompts/list': { name: 'prompts', member: 'prompts' },
};
const versionRefused = -32022;
const capabilityMissing = -32021;
/** A server may promise freshness for a day at most; more is not believed. */
const longestFreshMs = 24 * 60 * 60_000;
const maxAsked = 1000;
const maxRefusals = 20;

export interface ProtocolWatchParts {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Something that is shown has changed. */
  readonly onChange: () => void;
}
interface Asked {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What passes between this host and one server, looked at for what a person is shown about it: lists, filters and refusals. */
export class ProtocolWatch {
  readonly #parts: ProtocolWatchParts;
  readonly #asked = new Map<RequestId, Asked>();
  readonly #lists = new Map<ListFacts['name'], ListFacts>();
  readonly #listening = new Map<RequestId, { readonly asked: string[]; honoured: string[] }>();
  #refusals: Refusal[] = [];
  #health: Health | undefined;
  #calls = 0;
  /** Told with the versions that the server names when it no longer takes the one that was agreed on (LIF-7). */
  onVersionRefused: ((supported: string) => void) | undefined;
  constructor(parts: ProtocolWatchParts) {
    this.#parts = parts;
  }

  get lists(): ListFacts[] {
    return [...this.#lists.values()];
  }
  get refusals(): Refusal[] {
    return [...this.#refusals];
  }
  get health(): Health | undefined {
    return this.#health;
  }
  set health(health: Health | undefined) {
    this.#health = health;
    this.#parts.onChange();
  }
  /** Of all subscriptions of the connection together; undefined while there is none. */
  get listening(): { asked: string[]; honoured: string[] } | undefined {
    if (this.#listening.size === 0) return undefined;
    const all = [...this.#listening.values()];
    return { asked: [...new Set(all.flatMap((one) => one.asked))], honoured: [...new Set(all.flatMap((one) => one.honoured))] };
  }
  /** A call runs: the server may be busy with it. */
  get isBusy(): boolean {
    return this.#calls > 0;
  }
  /** Runs a call; meanwhile silence says nothing about the server's health. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#calls += 1;
    try {
      return await work();
    } finally {
      this.#calls -= 1;
    }
  }

  /** The same transport, watched; what was known of an earlier connection is forgotten. */
  follow<T extends Transport>(inner: T): T {
    this.#asked.clear();
    this.#lists.clear();
    this.#listening.clear();
    this.#health = undefined;
    return followedTransport(inner, {
      send: async (message, options) => {
        this.#sent(message);
        await inner.send(message, options);
      },
      heard: (message) => this.#heard(message),
    });
  }

  #sent(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    const { method, params = {} } = message;
    if (method === 'notifications/cancelled') this.#ended(params.requestId as RequestId | undefined);
    if (!('id' in message)) return;
    if (method === 'subscriptions/listen') this.#listening.set(message.id, { asked: filterNames(params.notifications), honoured: [] });
    const isOfInterest = method in lists || method === 'tools/call' || method === 'resources/read' || method === 'prompts/get';
    if (isOfInterest && this.#asked.size < maxAsked) this.#asked.set(message.id, { method, params });
  }
  #ended(id: RequestId | undefined): void {
    if (id !== undefined && this.#listening.delete(id)) this.#parts.onChange();
  }

  #heard(message: JSONRPCMessage): void {
    if ('method' in message) {
      if (message.method === 'notifications/subscriptions/acknowledged') this.#acknowledged(message.params ?? {});
      return;
    }
    if (message.id === undefined) return;
    this.#ended(message.id);
    const asked = this.#asked.get(message.id);
    this.#asked.delete(message.id);
    if ('error' in message) this.#refused(message.error, asked);
    else if (asked) this.#listed(asked, message.result);
  }
  #acknowledged(params: Readonly<Record<string, unknown>>): void {
    const { _meta: meta } = params;
    const id =
      typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>)['io.modelcontextprotocol/subscriptionId'] : undefined;
    const known = this.#listening.get(id as RequestId);
    if (!known) return;
    known.honoured = filterNames(params.notifications);
    this.#parts.onChange();
  }
  #refused(
    { code, data, message }: { readonly code: number; readonly data?: unknown; readonly message: string },
    asked: Asked | undefined,
  ): void {
    const told = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
    if (code === versionRefused) {
      const { supported } = told;
      this.onVersionRefused?.(Array.isArray(supported) ? supported.join(', ').slice(0, 200) : message.slice(0, 200));
    }
    if (code !== capabilityMissing || !asked) return;
    const { name } = asked.params;
    const refusal: Refusal = {
      at: this.#parts.now(),
      method: asked.method,
      needs: capabilityNames(told.requiredCapabilities)
        .slice(0, 20)
        .map((need) => need.slice(0, 100)),
      ...(asked.method === 'tools/call' && typeof name === 'string' ? { toolName: name } : {}),
    };
    const others = this.#refusals.filter((one) => one.method !== refusal.method || one.toolName !== refusal.toolName);
    this.#refusals = [...others, refusal].slice(-maxRefusals);
    this.#parts.onChange();
  }
  /** A first page begins the list anew. The server's promise for the whole is the shortest of its pages'. */
  #listed({ method, params }: Asked, result: Readonly<Record<string, unknown>>): void {
    const list = lists[method];
    if (!list) return;
    const at = this.#parts.now();
    const items = Array.isArray(result[list.member]) ? (result[list.member] as unknown[]).length : 0;
    const before = params.cursor === undefined ? undefined : this.#lists.get(list.name);
    const { ttlMs, cacheScope } = result;
    const until = typeof ttlMs === 'number' && ttlMs > 0 ? at + Math.min(ttlMs, longestFreshMs) : undefined;
    const freshUntil = before && until !== undefined ? Math.min(until, before.freshUntil ?? at) : until;
    this.#lists.set(list.name, {
      name: list.name,
      items: (before?.items ?? 0) + items,
      pages: (before?.pages ?? 0) + 1,
      fetchedAt: at,
      ...(freshUntil === undefined ? {} : { freshUntil }),
      ...(cacheScope === 'public' || cacheScope === 'private' ? { scope: cacheScope } : {}),
    });
    this.#parts.onChange();
  }
}

/** What a filter of the newer era names. Addresses of resources are told by their number alone: there may be many. */
function filterNames(filter: unknown): string[] {
  if (typeof filter !== 'object' || filter === null) return [];
  return Object.entries(filter).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.length > 0 ? [name] : [];
    return value === true ? [name] : [];
  });
}
