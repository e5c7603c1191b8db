import type { ToolCall, Turn } from '#shared/conversation/state.ts';
import { callsOf } from '#shared/conversation/state.ts';
import type { RecordedRequest } from '../modelServer.ts';
import type { Entry, Era, Id, Json, Message } from './script.ts';
import type { Way } from './scenario.ts';

export type Line = Readonly<Record<string, unknown>>;
export interface SeenParts {
  readonly era: Era;
  readonly way: Way;
  /** What the server saw and did, in order. */
  readonly entries: readonly Entry[];
  /** What the host wrote. */
  readonly lines: readonly Line[];
  readonly stderr: string;
  readonly code: number | null;
  /** Processes that the server told of and that were there when the host had ended. */
  readonly left: readonly number[];
  /** What the model was asked. */
  readonly asked: readonly RecordedRequest[];
}

/** What a run came to, for its checks. */
export class Seen {
  readonly parts: SeenParts;
  readonly era: Era;
  readonly isModern: boolean;
  constructor(parts: SeenParts) {
    this.parts = parts;
    this.era = parts.era;
    this.isModern = parts.era === 'modern';
  }
  /** Every message of the host, in order. */
  get received(): readonly Message[] {
    return this.parts.entries.flatMap(({ what, message }) => (what === 'in' && message ? [message] : []));
  }
  get sent(): readonly Message[] {
    return this.parts.entries.flatMap(({ what, message }) => (what === 'out' && message ? [message] : []));
  }
  /** Messages of the host by their method. */
  of(method: string): readonly Message[] {
    return this.received.filter((message) => message.method === method);
  }
  count(method: string): number {
    return this.of(method).length;
  }
  /** Calls of one tool. */
  calls(name: string): readonly Message[] {
    return this.of('tools/call').filter(({ params }) => params?.['name'] === name);
  }
  /** Answers of the host to what a server pushed. */
  get answers(): readonly Message[] {
    return this.received.filter(({ method }) => method === undefined);
  }
  /** What the script put on the record under this name. */
  noted(event: string): readonly unknown[] {
    return this.parts.entries.flatMap((entry) => (entry.what === 'event' && entry.event === event ? [entry.detail ?? true] : []));
  }
  /** The place of the first entry that fits, in the whole order; -1 for none. */
  at(fits: (entry: Entry) => boolean): number {
    return this.parts.entries.findIndex(fits);
  }
  atEvent(event: string): number {
    return this.at((entry) => entry.event === event);
  }
  /** Headers that a message of this method came with. */
  headersOf(method: string): readonly NonNullable<Entry['headers']>[] {
    return this.parts.entries.flatMap(({ message, headers }) => (message?.method === method && headers ? [headers] : []));
  }
  lines(event: string): readonly Line[] {
    return this.parts.lines.filter((line) => line['event'] === event);
  }
  /** What a request of the page was answered, in order. */
  replies(request: string): readonly Line[] {
    return this.lines('reply').filter((line) => line['request'] === request);
  }
  value(request: string, nth = 0): Json {
    return (this.replies(request)[nth]?.['value'] ?? {}) as Json;
  }
  /** The last that was seen of a topic. */
  topic(name: string): unknown {
    return this.lines('waited').findLast((line) => line['topic'] === name)?.['state'];
  }
  /** Every call by hand as it was last seen, in order. */
  get runs(): readonly ToolCall[] {
    const { turns = [] } = (this.topic('playground') ?? {}) as { readonly turns?: readonly Turn[] };
    return turns.flatMap((turn) => callsOf(turn));
  }
  run(toolName: string, nth = 0): ToolCall | undefined {
    return this.runs.filter((call) => call.toolName === toolName)[nth];
  }
  textOf(call: ToolCall | undefined): string {
    return call && 'blocks' in call ? JSON.stringify(call.blocks) : '';
  }
  get capabilities(): Json {
    const declared = this.isModern
      ? metaOf(this.received.find(({ id, method }) => id !== undefined && method !== undefined))[clientCapabilities]
      : this.of('initialize')[0]?.params?.['capabilities'];
    return (declared ?? {}) as Json;
  }
}

const clientCapabilities = 'io.modelcontextprotocol/clientCapabilities';
export const metaOf = (message: Message | undefined): Json => (message?.params?.['_meta'] ?? {}) as Json;
export const idsOf = (messages: readonly Message[]): readonly (Id | null | undefined)[] => messages.map(({ id }) => id);
export const isRequest = ({ id, method }: Message): boolean => id !== undefined && method !== undefined;
