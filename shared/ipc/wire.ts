import type { Reply } from './failure.ts';

/** The whole preload surface of either page: two functions, closed lists of names behind them. */
export interface Bridge {
  request(name: string, input: unknown): Promise<Reply<unknown>>;
  /** Returns what ends the watch. The first frame is always a snapshot. */
  watch(name: string, key: unknown, receive: (frame: Frame) => void): () => void;
}
/** `seq` rises by one per event of a topic; a gap means that a frame was lost. */
export type Frame =
  | { readonly kind: 'snapshot'; readonly seq: number; readonly state: unknown }
  | { readonly kind: 'event'; readonly seq: number; readonly event: unknown };
