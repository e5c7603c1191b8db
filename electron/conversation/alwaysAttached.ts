import type { ContextItem } from '#shared/conversation/context.ts';
import { estimateTokens } from '#shared/conversation/context.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import { alwaysBudget, type ResourceChoices } from '#shared/resources/choices.ts';
import type { ResourceRead } from '#shared/resources/resources.ts';
import { keepReading, type Kept } from './keptReading.ts';

/** How long one reading may hold a message back, milliseconds. */
const readWithinMs = 20_000;

/** A resource of a server. */
export interface ResourceAddress {
  readonly serverKey: string;
  readonly uri: string;
}
export interface AlwaysAttachedParts {
  /** What is always attached now, of every server. */
  readonly choices: () => readonly ResourceChoices[];
  readonly readResource: (serverKey: string, uri: string, signal: AbortSignal) => Promise<ResourceRead>;
  readonly newId: () => string;
}

/** The resources that go with each new message: read anew at each sending, never silently left out. */
export class AlwaysAttached {
  readonly #parts: AlwaysAttachedParts;
  /** Tokens of the latest reading, by address: what the context panel may tell before the next one. */
  readonly #tokens = new Map<string, number>();
  constructor(parts: AlwaysAttachedParts) {
    this.#parts = parts;
  }

  /**
   * Reads all of them but those left out, together at most `alwaysBudget` characters. Throws `FailureError` always-unreadable, its detail JSON
   * of which could not be read and why: then nothing may be sent before the person has decided.
   */
  async read(leaveOut: readonly ResourceAddress[]): Promise<readonly Kept[]> {
    const wanted = this.#all().filter((one) => !leaveOut.some((other) => isSame(other, one)));
    const answers = await Promise.allSettled(wanted.map(({ serverKey, uri }) => this.#readOne(serverKey, uri)));
    const failed = answers.flatMap((answer, at) => {
      const one = wanted[at];
      return answer.status === 'rejected' && one ? [{ ...one, why: whyOf(answer.reason) }] : [];
    });
    if (failed.length > 0) throw new FailureError('always-unreadable', JSON.stringify(failed));
    let left = alwaysBudget;
    return answers.flatMap((answer, at): Kept[] => {
      const one = wanted[at];
      if (answer.status === 'rejected' || !one) return [];
      const { serverKey, uri, title } = one;
      const { contents, readAt } = answer.value;
      const kept = keepReading(this.#parts.newId(), { source: { kind: 'resource', serverKey, uri }, title, contents, readAt }, left);
      const text = kept.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('');
      left = Math.max(0, left - text.length);
      this.#tokens.set(JSON.stringify([serverKey, uri]), estimateTokens(text));
      return [{ ...kept, view: { ...kept.view, always: true } }];
    });
  }
  /** What will go with the next message but those left out, as the context panel tells it. */
  items(leaveOut: readonly ResourceAddress[]): readonly ContextItem[] {
    const wanted = this.#all().filter((one) => !leaveOut.some((other) => isSame(other, one)));
    return wanted.map(({ serverKey, uri, title }) => {
      return { kind: 'always', serverKey, uri, title, tokens: this.#tokens.get(JSON.stringify([serverKey, uri])) ?? 0 };
    });
  }

  #all(): readonly (ResourceAddress & { readonly title: string })[] {
    return this.#parts.choices().flatMap(({ serverKey, always }) => always.map((one) => ({ serverKey, ...one })));
  }
  async #readOne(serverKey: string, uri: string): Promise<ResourceRead> {
    const read = await this.#parts.readResource(serverKey, uri, AbortSignal.timeout(readWithinMs));
    if (read.contents.length === 0) throw new FailureError('resource-missing', 'the server gave no content');
    return read;
  }
}

const isSame = (a: ResourceAddress, b: ResourceAddress): boolean => a.serverKey === b.serverKey && a.uri === b.uri;
const whyOf = (reason: unknown): string => (reason instanceof FailureError ? reason.failure.code : 'resource-failed');
