import type * as z from 'zod';

/** Which page may use a name: the chat page, the decision page, or both. */
export type Audience = 'chat' | 'decisions';
export type Audiences = readonly Audience[];

export interface RequestDef<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly audience: Audiences;
  readonly input: I;
  readonly output: O;
}
/** Something a page may ask of main, once, with one answer. */
export const request = <I extends z.ZodType, O extends z.ZodType>(audience: Audiences, input: I, output: O): RequestDef<I, O> => ({
  audience,
  input,
  output,
});

/** A piece of main-owned state that pages may watch: a snapshot, then every event folded by one shared reducer. */
export interface TopicDef<K extends z.ZodType, S, E extends z.ZodType> {
  readonly audience: Audiences;
  readonly key: K;
  readonly event: E;
  readonly initial: S;
  readonly reduce: (state: S, event: z.output<E>) => S;
}
export const topic = <K extends z.ZodType, S, E extends z.ZodType>(def: TopicDef<K, S, E>): TopicDef<K, S, E> => def;

/** The type-erased shape that the generic plumbing on either side folds with. */
export interface ErasedTopic {
  readonly audience: Audiences;
  readonly key: z.ZodType;
  readonly event: z.ZodType;
  readonly initial: unknown;
  readonly reduce: (state: unknown, event: unknown) => unknown;
}
