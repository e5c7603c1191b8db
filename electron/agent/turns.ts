import type { AttachmentView } from '#shared/conversation/attachments.ts';
import type { ContextView } from '#shared/conversation/context.ts';
import { emptyConversation, reduceConversation, type Turn } from '#shared/conversation/state.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { Attachments } from '../conversation/attachments.ts';
import type { Kept } from '../conversation/keptReading.ts';
import type { Conversations } from '../conversation/conversations.ts';
import type { Gate, Question } from '../decision/gate.ts';
import { callTool, type CallParts } from '../mcp/callTool.ts';
import type { ToolDefinition } from '../mcp/catalog.ts';
import type { Models } from '../models/models.ts';
import type { ModelRequest } from '../models/provider.ts';
import type { DecisionTable } from '../storage/decisionTable.ts';
import { toModelRequest, type ServerAdvice } from './context.ts';
import { describeContext } from './describeContext.ts';
import { recoveryEvents, type Step } from './nextStep.ts';
import { RequestMemory } from './requestMemory.ts';
import { runTurn, type TurnParts } from './runTurn.ts';
import { readBefore, roundOf, wasDenied } from './turnFacts.ts';

export interface OfferedTool {
  readonly serverKey: string;
  readonly tool: ToolDefinition;
}
export interface TurnsParts {
  readonly conversations: Conversations;
  readonly attachments: Attachments;
  readonly models: Models;
  readonly gate: Gate;
  readonly decisions: DecisionTable;
  readonly call: CallParts;
  readonly settings: () => Settings;
  /** Everything a model may be told of now. */
  readonly offered: () => { readonly tools: readonly OfferedTool[]; readonly advice: readonly ServerAdvice[] };
  /** The bytes of a picture of a chat's results; models see none where it is absent. */
  readonly picture?: (conversationId: string, media: string) => ReturnType<NonNullable<ModelRequest['picture']>>;
  readonly now: () => number;
  readonly newId: () => string;
  /** Told of every request to a model, just before it is sent. */
  readonly onModelRequest?: (conversationId: string, turnId: string, request: ModelRequest) => void;
}

/** The running turns, at most one per chat. */
export class Turns {
  readonly #parts: TurnsParts;
  readonly #memory = new RequestMemory();
  readonly #running = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>();
  constructor(parts: TurnsParts) {
    this.#parts = parts;
  }

  /** Throws when nothing can be sent in a chat: a turn is open, or no model is there. Returns the model. */
  checkFree(conversationId: string): string {
    const { models, settings } = this.#parts;
    if (this.#running.has(conversationId)) throw new FailureError('busy', 'a turn is open in this chat');
    const modelId = models.selectedId(settings().model);
    if (!models.provider(modelId)) throw new FailureError('no-model', modelId);
    return modelId;
  }
  /**
   * Starts a turn, with what waits and with readings that go along. Throws when one is open, when no model or attachment is there, or when the
   * disk won't take the message.
   */
  send(conversationId: string, text: string, attachmentIds: readonly string[] = [], also: readonly Kept[] = []): string {
    const { conversations, attachments, now, newId } = this.#parts;
    const modelId = this.checkFree(conversationId);
    const turnId = newId();
    const waiting = attachments.draft(attachmentIds);
    const attached = [...also.map(({ view }) => view), ...waiting];
    conversations.record(
      conversationId,
      { type: 'turn.started', turnId, at: now(), text, model: modelId, ...(attached.length === 0 ? {} : { attachments: attached }) },
      () => attachments.send(waiting, also, { conversationId, turnId }),
    );
    attachments.sent(waiting, conversationId);
    const abort = new AbortController();
    const done = runTurn(this.#turnParts(conversationId, turnId, modelId), abort.signal).finally(() =>
      this.#running.delete(conversationId),
    );
    this.#running.set(conversationId, { abort, done });
    return turnId;
  }
  /** What the next request would hold if this text were sent now with these attachments. Throws when one of them is not there. */
  context(conversationId: string, text: string, attachmentIds: readonly string[]): ContextView {
    const { attachments, models, settings } = this.#parts;
    const model = models.selectedId(settings().model);
    const next = draftTurn(text, attachments.draft(attachmentIds), model);
    const { request, resolve, turns, advice } = this.#request(conversationId, model, next);
    return describeContext(request, { model, turns, nextTurnId: draftId, advice, resolve, textsOf: (id) => attachments.parts(id) });
  }
  /** The turns that are open now. */
  open(): readonly Turn[] {
    return [...this.#running.keys()].flatMap((id) => this.#parts.conversations.state(id).turns.filter((turn) => turn.outcome === 'open'));
  }
  /** Ends the open turn of a chat: the stream stops, what waits is withdrawn, the servers hear of it. */
  stop(conversationId: string): void {
    this.#running.get(conversationId)?.abort.abort(new Error('stopped by the person'));
  }
  /** Stops everything and waits until every turn has ended. */
  async stopAll(): Promise<void> {
    for (const id of this.#running.keys()) this.stop(id);
    await Promise.all([...this.#running.values()].map((turn) => turn.done));
  }
  /** Closes what a crash left open; never runs anything again. */
  recover(): void {
    const { conversations, decisions, now } = this.#parts;
    for (const id of conversations.withOpenTurns()) {
      for (const turn of conversations.state(id).turns) {
        for (const event of recoveryEvents(turn, (callId) => decisions.wasSent(callId), now())) conversations.record(id, event);
      }
      conversations.release(id);
    }
  }

  #turnParts(conversationId: string, turnId: string, modelId: string): TurnParts {
    const { conversations, models, settings, now, newId } = this.#parts;
    return {
      turnId,
      now,
      newId,
      turn: () => conversations.turn(conversationId, turnId),
      record: (event, also) => conversations.record(conversationId, event, also),
      recordAll: (events) => conversations.recordAll(conversationId, events),
      flash: (flash) => conversations.flash(conversationId, flash),
      provider: () => models.provider(modelId),
      request: () => {
        const asked = this.#request(conversationId, modelId);
        this.#parts.onModelRequest?.(conversationId, turnId, asked.request);
        // While the model thinks; its calls need not wait for it then.
        if (asked.request.tools.length > 0) this.#parts.call.schemas.warm();
        return asked;
      },
      call: (proposed, journal, signal) => {
        const { id: callId, serverKey, toolName, argumentsText } = proposed;
        const turn = conversations.turn(conversationId, turnId);
        const facts = turn ? { round: roundOf(turn, callId), readFrom: readBefore(turn, callId), denied: wasDenied(turn, proposed) } : {};
        const chatTitle = conversations.title(conversationId);
        return callTool(
          this.#parts.call,
          { serverKey, toolName, argumentsText, conversationId, chatTitle, turnId, callId, ...facts },
          journal,
          signal,
        );
      },
      goOn: (step, signal) => this.#goOn(conversationId, turnId, step, signal),
      maxRounds: () => settings().maxRounds,
    };
  }

  /** The one place where a request for a model is made; `next` is a turn that is not there yet. */
  #request(conversationId: string, modelId: string, next: readonly Turn[] = []) {
    const { conversations, attachments, models, offered } = this.#parts;
    const { tools, advice } = offered();
    const { names, specs } = this.#memory.tools(tools, models.provider(modelId)?.maxToolNameLength);
    const turns = [...conversations.state(conversationId).turns, ...next];
    const { picture } = this.#parts;
    const base = toModelRequest(turns, specs, advice, {
      textsOf: (id) => attachments.parts(id),
      messagesOf: (turn, attached) => this.#memory.messages(turn, attached),
    });
    const request = picture ? { ...base, picture: (media: string) => picture(conversationId, media) } : base;
    return { request, resolve: (name: string) => names.get(name), turns, advice };
  }

  async #goOn(conversationId: string, turnId: string, step: Extract<Step, { kind: 'ask-go-on' }>, signal: AbortSignal): Promise<boolean> {
    const which = step.reason === 'repeat' ? { serverKey: step.call.serverKey, toolName: step.call.toolName } : {};
    const question: Question = {
      kind: 'go-on',
      conversationId,
      chatTitle: this.#parts.conversations.title(conversationId),
      turnId,
      reason: step.reason,
      rounds: step.rounds,
      ...which,
    };
    const { verdict } = await this.#parts.gate.ask(question, signal);
    return verdict.kind === 'allowed';
  }
}

const draftId = 'draft';
/** What is being written as the turn it would become; nothing while there is neither text nor attachment. */
function draftTurn(text: string, attached: readonly AttachmentView[], model: string): readonly Turn[] {
  if (text.trim() === '' && attached.length === 0) return [];
  const event = { turnId: draftId, at: 0, text, model, attachments: [...attached] };
  return reduceConversation(emptyConversation, { type: 'turn.started', ...event }).turns;
}
