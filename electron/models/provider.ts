import type { TurnProblem } from '#shared/conversation/events.ts';

/** One function that the model may call. `parameters` is JSON Schema in the form that this provider accepts. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly parameters: Record<string, unknown>;
}
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  /** JSON text of the arguments, as the model wrote it. */
  readonly argumentsText: string;
}
/** A picture of a tool's result, by the name its bytes are read by. */
export interface ModelPicture {
  readonly media: string;
  readonly bytes: number;
}
/** A picture that a person's message holds; its bytes as base64, told by their beginning. */
export interface ModelImage {
  readonly mimeType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly data: string;
}
/** The history in the model's terms. Every call of an assistant message is followed by exactly one tool message with its id. */
export type ModelMessage =
  /** Pictures stand before the words. Only a provider that `seesImages` takes any. */
  | { readonly role: 'user'; readonly text: string; readonly images?: readonly ModelImage[] }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly reasoning: string;
      readonly calls: readonly ModelCall[];
      /** What the provider said to keep of this answer and to get back as it was; opaque to everybody else. */
      readonly memo?: string;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly text: string;
      readonly pictures?: readonly ModelPicture[];
      readonly isError?: boolean;
    };

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSpec[];
  /** The bytes of a picture that a message names; undefined when they are not kept any more. */
  readonly picture?: (media: string) => { readonly mimeType: string; readonly data: Uint8Array } | undefined;
  /** The most tokens of the answer; the endpoint's own limit when absent. */
  readonly maxTokens?: number;
  /** Whether the model may, must or must not call a tool; it may when absent. An endpoint that can't be told is not: check the answer. */
  readonly toolChoice?: 'auto' | 'required' | 'none';
  /** A wish: it is left out for an endpoint that refuses it. */
  readonly temperature?: number;
}

/**
 * What a provider yields. `call` comes only when the call is whole, after the stream has ended properly: a cut stream yields none.
 * The last chunk is always `stop`.
 */
export type ModelChunk =
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  | { readonly kind: 'calling'; readonly name: string }
  | { readonly kind: 'retrying'; readonly untilMs: number; readonly code: TurnProblem['code'] }
  | { readonly kind: 'call'; readonly call: ModelCall }
  | { readonly kind: 'memo'; readonly memo: string }
  | { readonly kind: 'usage'; readonly inputTokens: number; readonly outputTokens: number }
  | { readonly kind: 'stop'; readonly stop: 'end' | 'length' | 'refusal' };

/** The model port. `stream` throws `ModelError` for what went wrong on the way, and ends silently when `signal` is aborted. */
export interface ModelProvider {
  /** `provider/model`. */
  readonly id: string;
  /** What tool names this provider accepts. */
  readonly maxToolNameLength: number;
  /** The most tools it takes in one request; `stream` throws for more before anything is sent. No bound when absent. */
  readonly maxTools?: number;
  /** Its models can be shown pictures. */
  readonly seesImages?: boolean;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelChunk>;
}

/** A model or its provider failed. `detail` holds no secret and at most 2,000 characters. */
export class ModelError extends Error {
  readonly code: TurnProblem['code'];
  readonly detail: string;
  constructor(code: TurnProblem['code'], detail: string, options?: ErrorOptions) {
    super(`${code}: ${detail}`, options);
    this.name = 'ModelError';
    this.code = code;
    this.detail = detail.slice(0, 2000);
  }
}
