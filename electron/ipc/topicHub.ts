import { topics, type TopicEvent, type TopicKey, type TopicName, type TopicState } from '#shared/ipc/contract.ts';
import type { ErasedTopic } from '#shared/ipc/define.ts';
import type { Frame } from '#shared/ipc/wire.ts';

interface Channel {
  seq: number;
  state: unknown;
  readonly watchers: Set<(frame: Frame) => void>;
}
/** Where the state of a topic comes from when it is first needed; `initial` of the contract otherwise. */
export type Loaders = { readonly [T in TopicName]?: (key: TopicKey<T>) => TopicState<T> };

const erased = (name: TopicName): ErasedTopic => topics[name] as unknown as ErasedTopic;

/** Main's authoritative copy of every topic. Publishing folds first, then tells the watchers. */
export class TopicHub {
  readonly #channels = new Map<string, Channel>();
  readonly #loaders: Loaders;
  constructor(loaders: Loaders = {}) {
    this.#loaders = loaders;
  }

  /** The folded state; loads it at the first need. */
  state<T extends TopicName>(name: T, key: TopicKey<T>): TopicState<T> {
    return this.#channel(name, key).state as TopicState<T>;
  }

  publish<T extends TopicName>(name: T, key: TopicKey<T>, event: TopicEvent<T>): void {
    const channel = this.#channel(name, key);
    const next = erased(name).reduce(channel.state, event);
    if (next === channel.state) return;
    channel.state = next;
    channel.seq += 1;
    for (const tell of channel.watchers) tell({ kind: 'event', seq: channel.seq, event });
  }

  /** Sends a snapshot at once and every later event. Returns what ends the watch. */
  watch<T extends TopicName>(name: T, key: TopicKey<T>, tell: (frame: Frame) => void): () => void {
    const channel = this.#channel(name, key);
    channel.watchers.add(tell);
    tell({ kind: 'snapshot', seq: channel.seq, state: channel.state });
    return () => void channel.watchers.delete(tell);
  }

  /** Forgets a state that nobody watches, so that it is loaded again when needed. */
  release<T extends TopicName>(name: T, key: TopicKey<T>): void {
    const id = this.#id(name, key);
    if (this.#channels.get(id)?.watchers.size === 0) this.#channels.delete(id);
  }

  #id(name: TopicName, key: unknown): string {
    return `${name}:${JSON.stringify(key)}`;
  }
  #channel<T extends TopicName>(name: T, key: TopicKey<T>): Channel {
    const id = this.#id(name, key);
    const known = this.#channels.get(id);
    if (known) return known;
    const load = this.#loaders[name] as ((key: unknown) => unknown) | undefined;
    const fresh: Channel = { seq: 0, state: load ? load(key) : erased(name).initial, watchers: new Set() };
    this.#channels.set(id, fresh);
    return fresh;
  }
}
