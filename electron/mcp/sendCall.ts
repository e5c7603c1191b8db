import { performance } from 'node:perf_hooks';
import { isInputRequiredResult, withInputRequired } from '@modelcontextprotocol/client';
import type { DecisionOf } from '#shared/decision/decision.ts';
import type { LateAnswer } from '#shared/conversation/events.ts';
import type { CallProgress } from '#shared/conversation/state.ts';
import type { Issued, Permits } from '../decision/permits.ts';
import { ModelError } from '../models/provider.ts';
import { permitKey } from './callLock.ts';
import { RawCallResult, givenUp, toOutcome, withoutAnswer, type CallOutcome, type KeepMedia } from './callResult.ts';
import type { Live } from './connection.ts';
import { Deadline } from './deadline.ts';
import type { Inbound } from './inbound.ts';
import { sendRead } from './sendRead.ts';
import { DeclinedError } from './sampling.ts';
import { InboundRefusedError } from './samplingRequest.ts';

/** Rounds that one approval covers; then the person is asked whether the call may go on asking (S37, F47). */
export const roundsPerApproval = 3;
/** The most state that a server may have carried from round to round, in bytes. */
const maxStateBytes = 64_000;

export interface Sending {
  readonly live: Live;
  readonly inbound: Inbound;
  readonly permits: Permits;
  readonly decision: DecisionOf<'tool-call'>;
  /** What the request carries besides, e.g. the wanted log level. */
  readonly meta: Readonly<Record<string, unknown>>;
  readonly args: unknown;
  /** It is a reading by Steward's own tool, and no call of a tool of the server. */
  readonly isRead: boolean;
  /** Arguments that the tool wants to see in headers too, over HTTP. */
  readonly headers: Readonly<Record<string, string>>;
  readonly issued: Issued;
  readonly keepMedia: KeepMedia;
  readonly progress: (progress: CallProgress) => void;
  /** Told, maybe long afterwards, that the server answered although the call had been given up. */
  readonly late: (answer: LateAnswer) => void;
  /** Asks the person whether a call that has asked for something in so many rounds may go on. */
  readonly goOn: (rounds: number) => Promise<boolean>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}
/** What goes along with the same call in a further round (MRT-1). */
interface Round {
  readonly inputResponses?: Readonly<Record<string, unknown>>;
  readonly requestState?: string;
}

/**
 * Sends an allowed call and answers what its server asks for meanwhile, round by round. The time limit stands still while a person or a
 * model is asked. Throws what the SDK throws when the call fails on the way.
 */
export async function sendCall(sending: Sending): Promise<CallOutcome> {
  const { inbound, issued, signal, timeoutMs } = sending;
  const deadline = new Deadline(timeoutMs, () => performance.now());
  const unfollow = inbound.follow((busy) => (busy ? deadline.pause() : deadline.resume()));
  try {
    return await inbound.during(() => rounds(sending, deadline));
  } catch (error) {
    if (signal.aborted || deadline.signal.aborted) sending.live.answers.whenLate(sending.decision.id, sending.late);
    if (issued.sent && !signal.aborted && deadline.signal.aborted)
      return withoutAnswer('timed-out', `no answer came within ${timeoutMs / 1000} seconds.`);
    throw error;
  } finally {
    unfollow();
    deadline.end();
    sending.permits.end(sending.decision.id);
  }
}

async function rounds(sending: Sending, deadline: Deadline): Promise<CallOutcome> {
  const { decision, permits } = sending;
  if (sending.isRead) return sendRead(sending, AbortSignal.any([sending.signal, deadline.signal]));
  let further: Round = {};
  for (let done = 0; ; done++) {
    const result = await once(sending, further, deadline);
    if (!isInputRequiredResult(result)) return toOutcome(result, sending.keepMedia);
    if (sending.live.client.getProtocolEra() !== 'modern')
      return withoutAnswer('protocol-error', 'it answered with a kind of result that its version of the protocol does not have.');
    const { requestState, inputRequests = {} } = result;
    if (requestState !== undefined && Buffer.byteLength(requestState) > maxStateBytes)
      return withoutAnswer(
        'protocol-error',
        `the server wants ${Buffer.byteLength(requestState)} bytes carried along, more than ${maxStateBytes}.`,
      );
    if (done > 0 && done % roundsPerApproval === 0) {
      deadline.pause();
      if (!(await sending.goOn(done))) return givenUp('denied', `It had asked for something else in ${done} rounds.`);
      deadline.resume();
    }
    const answers = await answersTo(sending, inputRequests);
    if ('end' in answers) return answers;
    further = { ...answers, ...(requestState === undefined ? {} : { requestState }) };
    const { inputResponses } = answers;
    permits.issueRound(decision.id, {
      requestState,
      inputResponsesText: inputResponses === undefined ? undefined : JSON.stringify(inputResponses),
    });
  }
}

/** The same call once, with what this round adds. */
async function once({ live, decision, meta, args, headers, progress, signal }: Sending, further: Round, deadline: Deadline) {
  const params = {
    name: decision.toolName,
    arguments: args as Record<string, unknown>,
    ...further,
    _meta: { ...meta, [permitKey]: decision.id },
  };
  let last = Number.NEGATIVE_INFINITY;
  return live.client.request({ method: 'tools/call', params }, withInputRequired(RawCallResult), {
    signal: AbortSignal.any([signal, deadline.signal]),
    headers,
    allowInputRequired: true,
    timeout: 2 ** 31 - 1, // our own deadline decides, and tells the server
    onprogress: ({ progress: value, total, message }) => {
      if (!(value > last)) return;
      last = value;
      progress({ progress: value, total, message });
    },
  });
}

type Answers = Pick<Round, 'inputResponses'>;
/** The answers to one round, or how the call ends without them: in this era a no is simply not sending the call again (SAM-7). */
async function answersTo(
  { inbound, decision, signal }: Sending,
  requests: Readonly<Record<string, unknown>>,
): Promise<Answers | CallOutcome> {
  if (Object.keys(requests).length === 0) return {};
  try {
    return { inputResponses: await inbound.answer(requests, decision.toolName, signal) };
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof DeclinedError) return givenUp('denied', 'It had asked for an answer of a model.');
    if (error instanceof InboundRefusedError) return withoutAnswer('protocol-error', `while it ran, ${error.message}.`);
    if (error instanceof ModelError) return givenUp('cancelled', `It had asked for an answer of a model, which failed (${error.code}).`);
    throw error;
  }
}
