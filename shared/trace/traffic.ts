import * as z from 'zod';

/** What a frame is in JSON-RPC; `unsent` says that a message did not leave, and why. */
export const frameKinds = ['request', 'response', 'error', 'notification', 'unsent'] as const;

/** One JSON-RPC message between Steward and a server, as it was on the wire, with secrets taken out. A frame never changes. */
export const TrafficFrame = z.object({
  /** Rises by one per frame of a server, from 1. */
  seq: z.number(),
  /** Milliseconds since 1970, with fractions. */
  at: z.number(),
  /** Which start of the server it belongs to, from 1. */
  connection: z.number(),
  direction: z.enum(['out', 'in']),
  kind: z.enum(frameKinds),
  /** The method; of an answer, the method that it answers. */
  method: z.string(),
  /** The id as JSON text; empty for a notification. */
  id: z.string(),
  /** The size of the message as it was sent, before anything was taken out. */
  bytes: z.number(),
  /** JSON text without secrets; long texts in it are cut and say so. */
  text: z.string(),
  /** Of an answer: the `seq` of what it answers, and the milliseconds between them. */
  answers: z.number().optional(),
  durationMs: z.number().optional(),
});
export type TrafficFrame = z.infer<typeof TrafficFrame>;

/** Frames after a `seq`, oldest first. `oldest` is the first one still kept: what lies before it is gone. */
export const TrafficPage = z.object({ frames: z.array(TrafficFrame), oldest: z.number(), latest: z.number() });
export type TrafficPage = z.infer<typeof TrafficPage>;

export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
export const LogLevel = z.enum(logLevels);
export type LogLevel = z.infer<typeof LogLevel>;

/** A log message that a server sent over the protocol. */
export const LogMessage = z.object({ at: z.number(), level: z.string(), logger: z.string(), text: z.string() });
export type LogMessage = z.infer<typeof LogMessage>;

/** An answer that nobody waited for, by its size and the SHA-256 of its JSON (hex); its text is kept nowhere. */
export const StrayAnswer = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  /**
   * `unknown`: to a request that was never made; `again`: to one that had its answer; `late`: to one that had been given up;
   * `other-id`: taken, though its id is written as another kind of value.
   */
  why: z.enum(['unknown', 'again', 'late', 'other-id']),
  bytes: z.number(),
  digest: z.string(),
});
export type StrayAnswer = z.infer<typeof StrayAnswer>;

/** Everything a server wrote besides the protocol, newest last, with known secrets taken out. */
export const ServerLog = z.object({
  /** The last lines of its standard error. */
  stderr: z.array(z.string()),
  /** The last lines on its standard output that were no protocol messages. */
  stray: z.array(z.string()),
  /** The last answers that nobody waited for, and how many there were. */
  answers: z.array(StrayAnswer),
  answersCount: z.number(),
  messages: z.array(LogMessage),
  /** Whether it can send log messages at all, and what it was asked for; null for none. */
  canLog: z.boolean(),
  level: LogLevel.nullable(),
});
export type ServerLog = z.infer<typeof ServerLog>;
