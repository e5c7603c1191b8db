import { FailureError } from '#shared/ipc/failure.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { Conversations } from '../conversation/conversations.ts';
import type { Gate, Question } from '../decision/gate.ts';
import { callTool, type CallParts } from '../mcp/callTool.ts';
import { nameTools } from '../mcp/toolNames.ts';
import type { ToolDefinition } from '../mcp/catalog.ts';
import type { Models } from '../models/models.ts';
import type { ModelRequest, ToolSpec } from '../models/provider.ts';
import type { DecisionTable } from '../storage/decisionTable.ts';
import { toModelRequest, type ServerAdvice } from './context.ts';
import { recoveryEvents, type Step } from './nextStep.ts';
import { runTurn, type TurnParts } from './runTurn.ts';

export interface OfferedTool {
  readonly serverKey: string;
  readonly tool: ToolDefinition;
}
export interface TurnsParts {
  readonly conversations: Conversations;
  readonly models: Models;
  readonly gate: Gate;
  readonly decisions: DecisionTable;
  readonly call: CallParts;
  readonly settings: () => Settings;
  /** Everything a model may be told of now. */
  readonly offered: () => { readonly tools: readonly OfferedTool[]; readonly advice: readonly ServerAdvice[] };
  readonly now: () => number;
  readonly newId: () => string;
  /** Told of every request to a model, just before it is sent. */
  readonly onModelRequest?: (conversationId: string, turnId: string, request: ModelRequest) => void;
}

/** The running turns, at most one per chat. */
export class Turns {
  readonly #parts: TurnsParts;
  readonly #running = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>();
  constructor(parts: TurnsParts) {
    this.#parts = parts;
  }

  /** Starts a turn. Throws when one is open, when no model is there, or when the disk won't take the message. */
  send(conversationId: string, text: string): string {
    const { conversations, models, settings, now, newId } = this.#parts;
    if (this.#running.has(conversationId)) throw new FailureError('busy', 'a turn is open in this chat');
    const modelId = models.selectedId(settings().model);
    if (!models.provider(modelId)) throw new FailureError('no-model', modelId);
    const turnId = newId();
    conversations.record(conversationId, { type: 'turn.started', turnId, at: now(), text, model: modelId });
    const abort = new AbortController();
    const done = runTurn(this.#turnParts(conversationId, turnId, modelId), abort.signal).finally(() =>
      this.#running.delete(conversationId),
    );
    this.#running.set(conversationId, { abort, done });
    return turnId;
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
      flash: (flash) => conversations.flash(conversationId, flash),
      provider: () => models.provider(modelId),
      request: () => {
        const asked = this.#request(conversationId, modelId);
        this.#parts.onModelRequest?.(conversationId, turnId, asked.request);
        return asked;
      },
      call: ({ id: callId, serverKey, toolName, argumentsText }, journal, signal) =>
        callTool(
          this.#parts.call,
          { serverKey, toolName, argumentsText, conversationId, chatTitle: conversations.title(conversationId), turnId, callId },
          journal,
          signal,
        ),
      goOn: (step, signal) => this.#goOn(conversationId, turnId, step, signal),
      maxRounds: () => settings().maxRounds,
    };
  }

  #request(conversationId: string, modelId: string): ReturnType<TurnParts['request']> {
    const { conversations, models, offered } = this.#parts;
    const { tools, advice } = offered();
    const names = nameTools(
      tools.map(({ serverKey, tool }) => ({ serverKey, toolName: tool.name })),
      models.provider(modelId)?.maxToolNameLength,
    );
    const specs = [...names.keys()].map((name, index): ToolSpec => {
      const { tool } = tools[index] as OfferedTool;
      return { name, description: tool.description, parameters: tool.inputSchema };
    });
    return { request: toModelRequest(conversations.state(conversationId).turns, specs, advice), resolve: (name) => names.get(name) };
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
