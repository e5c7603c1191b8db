/** The two eras of the protocol that a server may be of. */
export const eras = ['modern', 'legacy'] as const;
export type Era = (typeof eras)[number];
export type Id = string | number;
export type Json = Readonly<Record<string, unknown>>;
/** One message of the protocol, either way. */
export interface Message extends Json {
  readonly jsonrpc?: unknown;
  readonly id?: Id | null;
  readonly method?: string;
  readonly params?: Json;
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** One thing that a server saw or did, in order. */
export interface Entry {
  /** The process of a server over stdio; 0 over HTTP. */
  readonly pid: number;
  readonly what: 'in' | 'out' | 'event';
  readonly message?: Message;
  /** What came, where it was no message: a line on stdin that is no JSON. */
  readonly raw?: string;
  readonly event?: string;
  readonly detail?: unknown;
  /** Of a message over HTTP. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly verb?: string;
}
export type Note = (entry: Omit<Entry, 'pid'>) => void;

/** A request of the host. */
export interface Ask {
  readonly id: Id;
  readonly method: string;
  readonly params: Json;
  readonly meta: Json;
  /** How often this method has been asked for, this time included. */
  readonly nth: number;
}
export interface Failure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}
/** What a script can do. `about` is the request that it belongs to: over HTTP it decides on which stream a message goes. */
export interface Peer {
  readonly era: Era;
  /** Over the newer era `resultType`, and for lists a lifetime, are added where they are absent. */
  result(ask: Pick<Ask, 'id' | 'method'>, result: Json): void;
  /** The result exactly as it is. */
  bareResult(ask: Pick<Ask, 'id'>, result: Json): void;
  error(ask: Pick<Ask, 'id'>, failure: Failure): void;
  notify(method: string, params: Json, about?: Pick<Ask, 'id'>): void;
  /** Pushes a request to the host, and waits for what it answers. */
  push(method: string, params: Json, about?: Pick<Ask, 'id'>): Promise<Message>;
  /** Anything at all, as it is. */
  raw(message: Message, about?: Pick<Ask, 'id'>): void;
  /** Ends a subscription from this side: by a notice, or by the end of its stream. */
  hangUp(ask: Pick<Ask, 'id'>): void;
  /** Puts something on the record for the checks. */
  note(event: string, detail?: unknown): void;
}
type Handler = (ask: Ask, peer: Peer) => void | Promise<void>;
/** How one server behaves; what it says nothing of is answered well. */
export interface Script {
  readonly capabilities?: Json;
  /** Tools by their names: what each answers. */
  readonly calls?: Readonly<Record<string, Handler>>;
  /** Definitions other than those made of the names in `calls`. */
  readonly tools?: () => readonly Json[];
  readonly resources?: readonly Json[];
  readonly prompts?: readonly Json[];
  /** Requests of other methods; these come first. */
  readonly answers?: Readonly<Record<string, Handler>>;
  readonly told?: Readonly<Record<string, (params: Json, peer: Peer) => void>>;
  /** A request of the host is not wanted any more: by a notice, or since its stream was closed. */
  readonly cancelled?: (id: Id, peer: Peer) => void;
  /** Before anything comes. */
  readonly start?: (peer: Peer) => void;
}

export const text = (value: string): Json => ({ content: [{ type: 'text', text: value }] });
/** A plain tool. */
export const toolOf = (name: string, more: Json = {}): Json => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: {} },
  ...more,
});
