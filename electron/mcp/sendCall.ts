import { performance } from 'node:perf_hooks';
import { withInputRequired } from '@modelcontextprotocol/client';
import type { DecisionOf } from '#shared/decision/decision.ts';
import type { LateAnswer } from '#shared/conversation/events.ts';
import type { CallProgress } from '#shared/conversation/state.ts';
import type { Issued, Permits } from '../decision/permits.ts';
import { permitKey } from './callLock.ts';
import { RawCallResult, givenUp, toOutcome, withoutAnswer, type CallOutcome, type KeepMedia } from './callResult.ts';
import type { Live } from './connection.ts';
import { sendWithFittingHeaders, type Relisted } from './headerMismatch.ts';
import { Deadline } from './deadline.ts';
import type { Inbound } from './inbound.ts';
import { AccessNeededError } from './peer.ts';
import { ProgressPace } from './progressPace.ts';
import { inRounds, type Round, RoundsEndedError } from './rounds.ts';
import { type AskListener, RunningRequest } from './runningRequest.ts';
import { sendRead } from './sendRead.ts';

/** How often a call may be refused for want of a sign-in and be sent again. */
const maxRefusals = 2;

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
  /** Reads the list of tools anew, for a server that finds the headers wrong. */
  readonly relist: () => Promise<Relisted>;
  /** Why a result does not fit its tool's output schema, if it does not. */
  readonly outputProblem: (result: RawCallResult) => Promise<string | undefined>;
  /** Told at most ten times a second, and always of the latest. */
  readonly progress: (progress: CallProgress) => void;
  /** Told what the server asks for while the call runs. */
  readonly asks?: AskListener | undefined;
  /** Told, maybe long afterwards, that the server answered although the call had been given up. */
  readonly late: (answer: LateAnswer) => void;
  /** After the server has not taken the call: true when it may be sent again, for somebody has signed in (AUT-13, UC5). */
  readonly regain: (signal: AbortSignal) => Promise<boolean>;
  /** The connection as it is by then. */
  readonly reconnect: (signal: AbortSignal) => Promise<Live>;
  /** Asks the person whether a call that has asked for something in so many rounds may go on. */
  readonly goOn: (rounds: number) => Promise<boolean>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}
/**
 * Sends an allowed call and answers what its server asks for meanwhile, round by round. The time limit stands still while a person or a
 * model is asked. Throws what the SDK throws when the call fails on the way.
 */
export async function sendCall(sending: Sending): Promise<CallOutcome> {
  const { inbound, issued, signal, timeoutMs } = sending;
  const running = new RunningRequest(sending.decision, sending.asks);
  const deadline = new Deadline(timeoutMs, () => performance.now());
  const pace = new ProgressPace(sending.progress);
  const paced = { ...sending, progress: (progress: CallProgress) => pace.tell(progress) };
  const unfollow = inbound.follow((busy) => (busy ? deadline.pause() : deadline.resume()));
  try {
    return await inbound.during(running, () => sending.live.watch.during(() => rounds(paced, running, deadline)));
  } catch (error) {
    if (signal.aborted || deadline.signal.aborted) sending.live.answers.whenLate(sending.decision.id, sending.late);
    if (issued.sent && !signal.aborted && deadline.signal.aborted)
      return withoutAnswer('timed-out', `no answer came within ${timeoutMs / 1000} seconds.`);
    throw error;
  } finally {
    unfollow();
    pace.end();
    deadline.end();
    sending.permits.end(sending.decision.id);
  }
}

async function rounds(sending: Sending, running: RunningRequest, deadline: Deadline): Promise<CallOutcome> {
  const { live, inbound, signal, goOn } = sending;
  try {
    const round = {
      client: live.client,
      inbound,
      running,
      deadline,
      signal,
      goOn,
      permit: (further: Round) => permitRound(sending, further),
    };
    if (sending.isRead) {
      const both = AbortSignal.any([signal, deadline.signal]);
      const send = (further: Round) => taken(sending, deadline, (live) => sendRead({ ...sending, live }, further, both));
      return (await inRounds<{ readonly outcome: CallOutcome }>({ ...round, send })).outcome;
    }
    const result = await inRounds({
      ...round,
      send: (further) =>
        sendWithFittingHeaders({
          headers: sending.headers,
          send: (headers) => taken(sending, deadline, (live) => once({ ...sending, live, headers }, further, deadline)),
          relist: sending.relist,
          permit: () => permitRound(sending, further),
        }),
    });
    return toOutcome(result, sending.keepMedia, await sending.outputProblem(result));
  } catch (error) {
    if (!(error instanceof RoundsEndedError)) throw error;
    if (error.how === 'protocol') return withoutAnswer('protocol-error', error.message);
    return givenUp(error.how === 'declined' ? 'denied' : 'cancelled', error.message);
  }
}
/** Allows the same call once more, with just this besides. */
function permitRound({ permits, decision }: Sending, { requestState, inputResponses }: Round): void {
  permits.issueRound(decision.id, {
    requestState,
    inputResponsesText: inputResponses === undefined ? undefined : JSON.stringify(inputResponses),
  });
}

/**
 * Sends until the server takes it: what it has refused to take because of who asks is sent again, through the lock, once for newer tokens and
 * once for more rights.
 */
async function taken<T>(sending: Sending, deadline: Deadline, send: (live: Live) => Promise<T>): Promise<T> {
  let { live } = sending;
  for (let refusals = 0; ; refusals++) {
    try {
      return await send(live);
    } catch (error) {
      if (!(error instanceof AccessNeededError)) throw error;
      sending.permits.notTaken(sending.decision.id);
      deadline.pause();
      if (refusals >= maxRefusals || !(await sending.regain(sending.signal))) throw error;
      live = await sending.reconnect(sending.signal).catch(() => {
        throw error;
      });
      deadline.resume();
      sending.permits.issueAgain(sending.decision.id);
    }
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
