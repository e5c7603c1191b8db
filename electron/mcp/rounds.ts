import { isInputRequiredResult, type InputRequiredResult, ProtocolError } from '@modelcontextprotocol/client';
import { ModelError } from '../models/provider.ts';
import type { Deadline } from './deadline.ts';
import type { HostClient } from './hostClient.ts';
import type { Inbound } from './inbound.ts';
import type { RunningRequest } from './runningRequest.ts';
import { DeclinedError } from './sampling.ts';
import { InboundRefusedError } from './samplingRequest.ts';

/** Rounds that one approval covers; then the person is asked whether the request may go on asking (S37, F47). */
export const roundsPerApproval = 3;
/** The most state that a server may have carried from round to round, in bytes. */
const maxStateBytes = 64_000;
/** The error of the older era that names links to be opened first (ELI-10). */
const linksRequired = -32042;

/** What goes along with the same request in a further round (MRT-1). */
export interface Round {
  readonly inputResponses?: Readonly<Record<string, unknown>>;
  readonly requestState?: string;
}
/** The request ends without an answer: the person said no to what it needs, a model failed, or the server broke the protocol. */
export class RoundsEndedError extends Error {
  readonly how: 'declined' | 'model-failed' | 'protocol';
  constructor(how: RoundsEndedError['how'], message: string) {
    super(message);
    this.name = 'RoundsEndedError';
    this.how = how;
  }
}

export interface RoundParts<T> {
  readonly client: HostClient;
  readonly inbound: Inbound;
  readonly running: RunningRequest;
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
  /** Sends the request once, with what this round adds. */
  readonly send: (further: Round) => Promise<T | InputRequiredResult>;
  /** Allows the same request once more with just this besides, before it is sent; throws when it can't be. */
  readonly permit?: (further: Round) => void;
  /** Asks the person whether a request that has asked for something in so many rounds may go on. */
  readonly goOn: (rounds: number) => Promise<boolean>;
}

/**
 * Sends a request and answers by hand what its server asks for, round by round: one driver for tools, resources and prompts (MRT-1 to 3).
 * State goes back byte for byte, with this request alone. An older server's error that names links is a round too. Throws
 * `RoundsEndedError`, or what `send` throws.
 */
export async function inRounds<T>(parts: RoundParts<T>): Promise<T> {
  const { deadline } = parts;
  let further: Round = {};
  for (let done = 0; ; done++) {
    const answer = await sendOnce(parts, further);
    if ('result' in answer) return answer.result;
    if (done > 0 && done % roundsPerApproval === 0) {
      deadline.pause();
      if (!(await parts.goOn(done))) throw new RoundsEndedError('declined', `It had asked for something else in ${done} rounds.`);
      deadline.resume();
    }
    further = await explained(parts.signal, () => ('links' in answer ? afterLinks(parts, answer.links) : nextRound(parts, answer.asked)));
    parts.permit?.(further);
  }
}

type Answer<T> = { readonly result: T } | { readonly asked: InputRequiredResult } | { readonly links: readonly unknown[] };
async function sendOnce<T>({ client, send }: RoundParts<T>, further: Round): Promise<Answer<T>> {
  const isModern = client.getProtocolEra() === 'modern';
  try {
    const result = await send(further);
    if (!isInputRequiredResult(result)) return { result };
    if (isModern) return { asked: result };
  } catch (error) {
    const links = isModern ? undefined : linksIn(error);
    if (links) return { links };
    throw error;
  }
  throw new RoundsEndedError('protocol', 'it answered with a kind of result that its version of the protocol does not have.');
}
function linksIn(error: unknown): readonly unknown[] | undefined {
  if (!(error instanceof ProtocolError) || error.code !== linksRequired) return undefined;
  const { elicitations } = (error.data ?? {}) as { elicitations?: unknown };
  return Array.isArray(elicitations) ? elicitations : undefined;
}

async function nextRound<T>({ inbound, running, signal }: RoundParts<T>, asked: InputRequiredResult): Promise<Round> {
  const { requestState, inputRequests = {} } = asked;
  const bytes = requestState === undefined ? 0 : Buffer.byteLength(requestState);
  if (bytes > maxStateBytes)
    throw new RoundsEndedError('protocol', `the server wants ${bytes} bytes carried along, more than ${maxStateBytes}.`);
  return {
    ...(Object.keys(inputRequests).length === 0 ? {} : { inputResponses: await inbound.answer(inputRequests, running, signal) }),
    ...(requestState === undefined ? {} : { requestState }),
  };
}
async function afterLinks<T>({ inbound, running, signal }: RoundParts<T>, links: readonly unknown[]): Promise<Round> {
  if (await inbound.openRequired(links, running, signal)) return {};
  throw new RoundsEndedError('declined', 'It had asked for a page to be opened first.');
}

/** Why nothing goes back: in this host a no to sampling is simply not sending the request again (SAM-7). */
async function explained(signal: AbortSignal, work: () => Promise<Round>): Promise<Round> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof DeclinedError) throw new RoundsEndedError('declined', 'It had asked for an answer of a model.');
    if (error instanceof InboundRefusedError) throw new RoundsEndedError('protocol', `while it ran, ${error.message}.`);
    if (error instanceof ModelError)
      throw new RoundsEndedError('model-failed', `It had asked for an answer of a model, which failed (${error.code}).`);
    throw error;
  }
}
