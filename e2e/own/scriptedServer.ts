import {
  type Ask,
  type Era,
  type Failure,
  type Id,
  type Json,
  type Message,
  type Note,
  type Peer,
  type Script,
  text,
  toolOf,
} from './script.ts';

export const newestVersion = '2026-07-28';
export const olderVersion = '2025-11-25';
const serverInfo = { name: 'own', version: '1.0.0' };
const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';
/** Results of the newer era that say how long they hold. */
const lasting = new Set(['server/discover', 'tools/list', 'resources/list', 'resources/templates/list', 'prompts/list', 'resources/read']);

/** How messages leave. */
export interface Carrier {
  readonly send: (message: Message, about: Id | undefined) => void;
  /** Ends the stream of a request; absent where none has one. */
  readonly endStream?: (id: Id) => void;
  readonly note: Note;
}

/** A server of one era that does what its script says, and everything else well. It knows nothing of what carries its messages. */
export class ScriptedServer implements Peer {
  readonly era: Era;
  readonly #script: Script;
  readonly #carrier: Carrier;
  readonly #counts = new Map<string, number>();
  readonly #pushed = new Map<Id, (answer: Message) => void>();
  #lastPushed = 0;
  constructor(era: Era, script: Script, carrier: Carrier) {
    this.era = era;
    this.#script = script;
    this.#carrier = carrier;
    script.start?.(this);
  }

  receive(message: Message): void {
    const { id, method, params = {} } = message;
    if (method === undefined) return this.#answered(message);
    if (id === undefined || id === null) {
      if (method === 'notifications/cancelled') this.cancelled(params['requestId'] as Id);
      this.#script.told?.[method]?.(params, this);
      return;
    }
    const nth = (this.#counts.get(method) ?? 0) + 1;
    this.#counts.set(method, nth);
    const meta = (params['_meta'] ?? {}) as Json;
    void this.#handle({ id, method, params, meta, nth });
  }
  cancelled(id: Id): void {
    this.#script.cancelled?.(id, this);
  }

  result({ id, method }: Pick<Ask, 'id' | 'method'>, result: Json): void {
    if (this.era === 'legacy') return this.bareResult({ id }, result);
    const life = lasting.has(method) ? { ttlMs: 0, cacheScope: 'private' } : {};
    this.bareResult({ id }, { resultType: 'complete', ...life, ...result });
  }
  bareResult({ id }: Pick<Ask, 'id'>, result: Json): void {
    this.raw({ jsonrpc: '2.0', id, result }, { id });
  }
  error({ id }: Pick<Ask, 'id'>, error: Failure): void {
    this.raw({ jsonrpc: '2.0', id, error }, { id });
  }
  notify(method: string, params: Json, about?: Pick<Ask, 'id'>): void {
    this.raw({ jsonrpc: '2.0', method, params }, about);
  }
  push(method: string, params: Json, about?: Pick<Ask, 'id'>): Promise<Message> {
    const id = `push-${++this.#lastPushed}`;
    return new Promise((resolve) => {
      this.#pushed.set(id, resolve);
      this.raw({ jsonrpc: '2.0', id, method, params }, about);
    });
  }
  raw(message: Message, about?: Pick<Ask, 'id'>): void {
    this.#carrier.note({ what: 'out', message });
    this.#carrier.send(message, about?.id);
  }
  hangUp({ id }: Pick<Ask, 'id'>): void {
    if (this.#carrier.endStream) this.#carrier.endStream(id);
    else this.notify('notifications/cancelled', { requestId: id, reason: 'enough' });
  }
  note(event: string, detail?: unknown): void {
    this.#carrier.note({ what: 'event', event, detail });
  }

  #answered(message: Message): void {
    const waiting = this.#pushed.get(message.id ?? '');
    this.#pushed.delete(message.id ?? '');
    waiting?.(message);
  }
  async #handle(ask: Ask): Promise<void> {
    const { method, params } = ask;
    const call = method === 'tools/call' ? this.#script.calls?.[String(params['name'])] : undefined;
    await (this.#script.answers?.[method] ?? call ?? ((one: Ask) => this.#answerWell(one)))(ask, this);
  }
  #answerWell(ask: Ask): void {
    const { method, params } = ask;
    const result = this.#well(ask);
    if (result) return this.result(ask, result);
    if (method === 'subscriptions/listen' && this.era === 'modern') return listening(this, ask, params['notifications'] as Json);
    this.error(ask, { code: -32601, message: 'Method not found' });
  }
  #well({ method, params }: Ask): Json | undefined {
    const { calls = {}, tools, resources = [], prompts = [] } = this.#script;
    const capabilities = { tools: {}, ...this.#script.capabilities };
    const isModern = this.era === 'modern';
    switch (method) {
      case 'server/discover':
        return isModern ? { supportedVersions: [newestVersion], capabilities, serverInfo } : undefined;
      case 'initialize':
        return isModern ? undefined : { protocolVersion: olderVersion, capabilities, serverInfo };
      case 'ping':
      case 'logging/setLevel':
      case 'resources/subscribe':
      case 'resources/unsubscribe':
        return isModern ? undefined : {};
      case 'tools/list':
        return { tools: tools?.() ?? Object.keys(calls).map((name) => toolOf(name)) };
      case 'tools/call':
        return text('fine');
      case 'resources/list':
        return { resources };
      case 'resources/templates/list':
        return { resourceTemplates: [] };
      case 'resources/read':
        return { contents: [{ uri: params['uri'], mimeType: 'text/plain', text: `what ${String(params['uri'])} says` }] };
      case 'prompts/list':
        return { prompts };
      default:
        return undefined;
    }
  }
}

/** Acknowledges a subscription of the newer era with what is granted of it. */
export function listening(peer: Peer, ask: Ask, granted: Json): void {
  peer.notify('notifications/subscriptions/acknowledged', { notifications: granted, _meta: { [subscriptionKey]: ask.id } }, ask);
}
/** A notification that belongs to a subscription of the newer era. */
export function tellSubscriber(peer: Peer, ask: Pick<Ask, 'id'>, method: string, params: Json = {}): void {
  peer.notify(method, { ...params, _meta: { [subscriptionKey]: ask.id } }, ask);
}
