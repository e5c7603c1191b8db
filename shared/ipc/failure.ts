import * as z from 'zod';

export const failureCodes = [
  'invalid-input',
  'unknown-request',
  'untrusted-sender',
  'not-found',
  'too-early',
  'too-large',
  'too-many-requests',
  'invalid-arguments',
  'busy',
  'no-model',
  'not-saved',
  'config-broken',
  'unavailable',
  'server-not-accepted',
  'server-off',
  'resource-missing',
  'resource-failed',
  'resource-too-large',
  'prompt-missing',
  'prompt-arguments',
  'prompt-failed',
  'prompt-late',
  'prompt-asks',
  'prompt-too-large',
  'prompt-empty',
  'file-missing',
  'file-unreadable',
  'file-refused',
  'file-binary',
  'file-too-large',
  'file-folder',
  'too-many-attachments',
  'too-many-always',
  'always-unreadable',
  'no-such-folder',
  'chat-file-exists',
  'chat-file-name',
  'chat-file-place',
  'chat-file-missing',
  'chat-file-broken',
  'chat-file-newer',
  'chat-file-large',
  'chat-too-large',
  'chat-empty',
  'internal',
] as const;
/** Why a request did not work. `code` selects the words a person reads; `detail` is technical and in English. */
export const Failure = z.object({ code: z.enum(failureCodes), detail: z.string() });
export type Failure = z.infer<typeof Failure>;
export type FailureCode = Failure['code'];

/** An expected refusal on its way to the page. Anything else that is thrown becomes `internal`. */
export class FailureError extends Error {
  readonly failure: Failure;
  constructor(code: FailureCode, detail: string, options?: ErrorOptions) {
    super(`${code}: ${detail}`, options);
    this.name = 'FailureError';
    this.failure = { code, detail };
  }
}
export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };
