import { ProtocolError, SdkError } from '@modelcontextprotocol/client';
import type { Answer, DecisionOf, Verdict } from '#shared/decision/decision.ts';
import type { LateAnswer } from '#shared/conversation/events.ts';
import type { CallProgress } from '#shared/conversation/state.ts';
import type { RuleSubject } from '#shared/policy/policy.ts';
import type { ServerProblem } from '#shared/servers/status.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { Gate } from '../decision/gate.ts';
import { CallRefusedError, type Issued, type Permits } from '../decision/permits.ts';
import type { Rules } from '../decision/rules.ts';
import type { Schemas } from '../schema/schemas.ts';
import { NotSavedError } from '../storage/database.ts';
import type { DecisionTable } from '../storage/decisionTable.ts';
import { callExtras } from './callExtras.ts';
import { amended, toQuestion } from './callQuestion.ts';
import { withoutAnswer, type CallOutcome } from './callResult.ts';
import type { CallRate } from './callRate.ts';
import type { ToolDefinition } from './catalog.ts';
import type { HostedServer } from './hostedServer.ts';
import { KeptVerdict, type Judgement } from './keptVerdict.ts';
import { AccessNeededError, CallFailedError, PeerError } from './peer.ts';
import { lostAnswer } from './remoteTransport.ts';
import type { AskListener } from './runningRequest.ts';
import { sendCall } from './sendCall.ts';

export interface CallRequest {
  readonly serverKey: string;
  readonly toolName: string;
  /** JSON text as the model wrote it. */
  readonly argumentsText: string;
  readonly conversationId: string;
  readonly chatTitle: string;
  readonly turnId: string;
  readonly callId: string;
  /** The round of the turn that it belongs to. */
  readonly round?: number;
  /** The servers whose words were in the turn before this round (S30). */
  readonly readFrom?: readonly string[];
  /** The person has said no to this very call in this turn: the no stands, and nobody is asked again (S27). */
  readonly denied?: boolean;
}
/** Where a call's story is kept. `judged` commits the verdict together with `also`, or throws and nothing is sent; then nothing of both is there. */
export interface CallJournal {
  waiting(): void;
  judged(verdict: Verdict, argumentsText: string, edited: boolean, also: () => void): void;
  progress(progress: CallProgress): void;
  /** What the server asks for while the call runs, and how it is answered. */
  readonly asks?: AskListener;
  /** The trace context that the call carries (TRC-1), before it leaves. */
  traced?(traceparent: string): void;
  /** The server answered a call that had been given up; its turn may be over by then. */
  late(answer: LateAnswer): void;
}
export interface CallParts {
  readonly server: (key: string) => HostedServer | undefined;
  readonly schemas: Schemas;
  readonly gate: Gate;
  readonly rules: Rules;
  readonly permits: Permits;
  readonly decisions: DecisionTable;
  readonly rate: CallRate;
  readonly settings: () => Settings;
  readonly now: () => number;
  readonly newId: () => string;
  /** Whether calls carry a trace context; they don't where it is absent. */
  readonly traceContext?: () => boolean;
  /** Keeps a picture or sound of a result; absent where nobody looks at any. */
  readonly keepMedia?: (conversationId: string, data: Uint8Array) => string | undefined;
  /** Told of an allowed decision that counts for nothing, since the tool changed before it was given. */
  readonly voided?: (decision: DecisionOf<'tool-call'>) => void;
}
type ToolCallDecision = DecisionOf<'tool-call'>;
interface Allowed {
  readonly decision: ToolCallDecision;
  readonly tool: ToolDefinition;
  readonly kept: KeptVerdict;
}

/** The one door for every `tools/call`: validate, ask, commit, then send. Always ends in exactly one outcome; never throws. */
export async function callTool(parts: CallParts, request: CallRequest, journal: CallJournal, signal: AbortSignal): Promise<CallOutcome> {
  let issued: Issued | undefined;
  let kept: KeptVerdict | undefined;
  const server = parts.server(request.serverKey);
  try {
    const tool = server?.tool(request.toolName);
    if (!server || !tool) return withoutAnswer('not-sent', absence(server));
    const allowed = await decide(parts, request, { server, tool, journal, signal });
    if (!('decision' in allowed)) return allowed;
    const { decision, tool: allowedTool } = allowed;
    kept = allowed.kept;
    const live = await server.ensure(signal);
    const permit = { ...decision, decisionId: decision.id, digest: allowedTool.digest, decidedAt: parts.now() };
    issued = parts.permits.issue(permit, (spend) => allowed.kept.keep(spend));
    const args: unknown = JSON.parse(decision.argumentsText);
    return await sendCall({
      live,
      inbound: server.inbound,
      permits: parts.permits,
      decision,
      ...callExtras(parts, { server, live, tool: allowedTool, args, journal, signal }),
      args,
      isRead: allowedTool.isOwn === true,
      issued,
      keepMedia: (data) => parts.keepMedia?.(decision.conversationId, data),
      progress: (progress) => journal.progress(progress),
      asks: journal.asks,
      late: (answer) => journal.late(answer),
      regain: (waiting) => server.access.regain(waiting),
      reconnect: (waiting) => server.ensure(waiting),
      goOn: (rounds) => goOn(parts.gate, decision, rounds, signal),
      signal,
      timeoutMs: parts.settings().callTimeoutSeconds * 1000,
    });
  } catch (error) {
    return fromError(keepAll(kept) ?? error, issued?.sent === true, signal.aborted, problemOf(server));
  }
}

/** A verdict whose call never came to the lock is kept all the same. Returns why it can't be. */
function keepAll(kept: KeptVerdict | undefined): unknown {
  try {
    kept?.keep();
    return undefined;
  } catch (error) {
    return error;
  }
}

const problemOf = (server: HostedServer | undefined): ServerProblem | undefined => {
  const view = server?.connection.view;
  return view && 'problem' in view ? view.problem : undefined;
};
/** Why a tool can't be called now. */
function absence(server: HostedServer | undefined): string {
  const problem = problemOf(server);
  return problem ? `the server is not there (${problem.code}: ${problem.detail}).` : 'there is no such tool now.';
}

interface Asking {
  readonly server: HostedServer;
  readonly tool: ToolDefinition;
  readonly journal: CallJournal;
  readonly signal: AbortSignal;
}

/** Arguments made whole, the verdict asked for and committed. A definition that changes meanwhile is asked about anew. */
async function decide(parts: CallParts, request: CallRequest, asking: Asking): Promise<Allowed | CallOutcome> {
  const { server, journal, signal } = asking;
  let { tool } = asking;
  let text = request.argumentsText;
  let reason: ToolCallDecision['reason'] | undefined;
  for (;;) {
    const prepared = await parts.schemas.prepare(tool.inputSchema, text);
    if (!prepared.ok) return withoutAnswer('not-sent', `its arguments do not fit the tool. ${prepared.problem}`);
    if (reason === undefined && !parts.rate.take(request.serverKey, request.toolName, parts.settings().callsPerMinute)) {
      return withoutAnswer(
        'not-sent',
        `this tool has been called ${parts.settings().callsPerMinute} times within a minute, which is the limit.`,
      );
    }
    const { argumentsText } = prepared;
    const { readFrom = [], denied = false } = request;
    const subject: RuleSubject = {
      ...request,
      digest: tool.digest,
      launchHash: server.spec.launchHash,
      argumentsText,
      readFrom,
      at: parts.now(),
    };
    const ruling = parts.rules.evaluate(subject);
    const question = toQuestion(request, asking.server, tool, {
      ...prepared,
      reason: reason ?? (ruling.effect === 'ask' ? ruling.reason : 'no-rule'),
    });
    let isEdited = false;
    const { verdict, decision, answer } = await parts.gate.ask(question, signal, {
      waiting: () => journal.waiting(),
      rule: () => {
        if (reason !== undefined || isEdited) return undefined; // rules answer what the model asked for, not what the person is at
        return denied ? { kind: 'denied', by: 'person' } : parts.rules.verdict({ ...subject, at: parts.now() });
      },
      amend: async (edited) => {
        const next = await amended(parts.schemas, question, tool, edited);
        isEdited = true;
        return next;
      },
    });
    if (decision.kind !== 'tool-call') throw new Error('the gate settled another kind of decision');
    const now = server.tool(tool.name);
    if (verdict.kind === 'allowed' && now?.digest !== tool.digest) {
      parts.voided?.(decision);
      if (!now) {
        const gone = problemOf(server) ? absence(server) : 'the tool is no longer there, or its new definition has not been accepted.';
        return withoutAnswer('not-sent', gone);
      }
      tool = now;
      text = decision.argumentsText;
      reason = 'definition-changed';
      continue;
    }
    const judgement: Judgement = { decision, verdict, answer, subject, edited: decision.reason === 'edited' };
    const kept = new KeptVerdict({ ...parts, journal }, judgement);
    // A call that can leave at once is kept by the lock, in the transaction that spends its permission; any other must not wait for that.
    if (verdict.kind !== 'allowed' || !server.connection.live || makesRule(answer)) kept.keep();
    if (makesRule(answer)) addRule(parts, judgement);
    if (verdict.kind === 'allowed') return { decision, tool, kept };
    return verdict.kind === 'denied' ? withoutAnswer('denied', '') : withoutAnswer('cancelled', 'It was not sent.');
  }
}

const makesRule = (answer: Answer | undefined): boolean => answer === 'allow-chat' || answer === 'allow-always';
/** The rule that the person made with an answer. */
function addRule(parts: CallParts, { decision, answer, subject }: Judgement): void {
  const { serverKey, toolName, digest, launchHash, conversationId } = subject;
  const where = answer === 'allow-chat' ? { conversationId } : {};
  // Who allows it for good although the turn has read from elsewhere means it so.
  const after = decision.reason === 'read-elsewhere' && decision.readFrom ? { afterReading: decision.readFrom } : {};
  parts.rules.add({
    id: parts.newId(),
    effect: 'allow',
    serverKey,
    toolName,
    digest,
    launchHash,
    createdAt: parts.now(),
    ...where,
    ...after,
  });
  parts.gate.reconsider();
}

async function goOn(gate: Gate, decision: ToolCallDecision, rounds: number, signal: AbortSignal): Promise<boolean> {
  const { conversationId, chatTitle, turnId, serverKey, toolName } = decision;
  const { verdict } = await gate.ask(
    { kind: 'go-on', reason: 'input', rounds, conversationId, chatTitle, turnId, serverKey, toolName },
    signal,
  );
  return verdict.kind === 'allowed';
}

const effectEnds = { none: 'not-sent', refused: 'protocol-error', maybe: 'unknown' } as const;
/** What went wrong, told apart by whether the call had left. */
function fromError(error: unknown, sent: boolean, stopped: boolean, problem: ServerProblem | undefined): CallOutcome {
  const detail = error instanceof Error ? error.message.slice(0, 2000) : String(error);
  if (stopped) return withoutAnswer('cancelled', sent ? 'It had been sent and may have had an effect.' : 'It was not sent.');
  if (error instanceof NotSavedError) return withoutAnswer('not-sent', 'the decision could not be saved to the disk.');
  if (error instanceof CallRefusedError) return withoutAnswer('not-sent', `${detail}.`);
  if (error instanceof AccessNeededError) return withoutAnswer('protocol-error', error.message);
  if (!sent)
    return withoutAnswer(
      'not-sent',
      error instanceof PeerError ? `the server is not there (${error.problem.code}: ${error.problem.detail}).` : `${detail}.`,
    );
  if (error instanceof CallFailedError) return withoutAnswer(effectEnds[error.effect], detail);
  if (error instanceof ProtocolError && error.data === lostAnswer) return withoutAnswer('unknown', detail);
  if (error instanceof ProtocolError) return withoutAnswer('protocol-error', `${error.code}: ${detail}`);
  if (error instanceof SdkError && /RESULT/.test(error.code)) return withoutAnswer('protocol-error', detail);
  return withoutAnswer('unknown', problem ? `${problem.code}: ${problem.detail}` : '');
}
