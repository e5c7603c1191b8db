import type { Input, Output, RequestName, TopicKey, TopicName, TopicState } from '#shared/ipc/contract.ts';
import { type ErasedFold, folds } from '#shared/ipc/folds.ts';
import { type Failure, FailureError } from '#shared/ipc/failure.ts';
import type { Bridge, Frame } from '#shared/ipc/wire.ts';

/** One topic as this page sees it. It is watched at main only while somebody listens. */
export interface Watched<S> {
  /** The topic's initial state until the first snapshot has come. */
  readonly getSnapshot: () => S;
  /** Whether main's own state has come since the watch began. */
  readonly hasArrived: () => boolean;
  /** Called after each change; returns what ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface Client {
  /** Resolves with main's answer; rejects with `FailureError` and nothing else. */
  readonly request: <R extends RequestName>(name: R, input: Input<R>) => Promise<Output<R>>;
  /** Folds a topic with the reducer that main folds it with. A lost frame makes it watch again instead of guessing. */
  readonly watch: <T extends TopicName>(name: T, key: TopicKey<T>) => Watched<TopicState<T>>;
}

/** The page's end of the wire: two verbs over the bridge of its preload. */
export function createClient(bridge: Bridge): Client {
  return {
    request: async <R extends RequestName>(name: R, input: Input<R>): Promise<Output<R>> => {
      const reply = await bridge.request(name, input).catch((cause: unknown) => {
        throw new FailureError('internal', `${name}: ${String(cause)}`, { cause });
      });
      if (!reply.ok) throw new FailureError(reply.failure.code, reply.failure.detail);
      return reply.value as Output<R>;
    },
    watch: (name, key) => createWatched(bridge, name, key),
  };
}

/** The failure behind anything that a request may have thrown. */
export const failureOf = (thrown: unknown): Failure =>
  thrown instanceof FailureError ? thrown.failure : { code: 'internal', detail: String(thrown) };

function createWatched<T extends TopicName>(bridge: Bridge, name: T, key: TopicKey<T>): Watched<TopicState<T>> {
  const topic = folds[name] as unknown as ErasedFold;
  const listeners = new Set<() => void>();
  let state = topic.initial;
  let seq = -1;
  /** Frames of a watch that was given up are late and must not count. */
  let watching = 0;
  let stop = (): void => undefined;

  function begin(): void {
    const mine = ++watching;
    const end = bridge.watch(name, key, (frame) => {
      if (mine === watching) receive(frame);
    });
    if (mine === watching) stop = end;
    else end();
  }
  function finish(): void {
    watching += 1;
    seq = -1;
    stop();
    stop = () => undefined;
  }
  function receive(frame: Frame): void {
    if (frame.kind === 'snapshot') {
      state = frame.state;
    } else {
      if (seq === -1 || frame.seq <= seq) return;
      if (frame.seq !== seq + 1) {
        finish();
        begin();
        return;
      }
      state = topic.reduce(state, frame.event);
    }
    seq = frame.seq;
    for (const listener of [...listeners]) listener();
  }

  return {
    getSnapshot: () => state as TopicState<T>,
    hasArrived: () => seq !== -1,
    subscribe: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1) begin();
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        finish();
      };
    },
  };
}
