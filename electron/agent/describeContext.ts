import { type ContextItem, type ContextView, estimateTokens } from '#shared/conversation/context.ts';
import { callsOf, type Turn } from '#shared/conversation/state.ts';
import type { ModelMessage, ModelRequest, ToolSpec } from '../models/provider.ts';
import { attachedTexts, type TextsOf } from './attached.ts';
import { adviceText, houseText, turnMessages, type ServerAdvice } from './context.ts';

export interface ContextFacts {
  readonly model: string;
  readonly turns: readonly Turn[];
  /** The id of the turn that does not exist yet: what is being written. */
  readonly nextTurnId: string;
  readonly advice: readonly ServerAdvice[];
  /** Which server a tool name of the request leads to, and the tool's own name. */
  readonly resolve: (modelName: string) => { readonly serverKey: string; readonly toolName: string } | undefined;
  readonly textsOf: TextsOf;
}

const messageText = (message: ModelMessage): string =>
  message.role === 'assistant' ? [message.text, ...message.calls.map((call) => call.name + call.argumentsText)].join('\n') : message.text;
const toolText = (tool: ToolSpec): string => JSON.stringify(tool);

/** The whole of a request as text, for counting. */
export const requestText = ({ system, messages, tools }: ModelRequest): string =>
  [system, ...messages.map(messageText), ...tools.map(toolText)].join('\n');

/** Says of a request, item by item, where it comes from. The pieces are made by the very functions that the request is made of. */
export function describeContext(request: ModelRequest, facts: ContextFacts): ContextView {
  const attached = attachedTexts(facts.turns, facts.textsOf);
  const house = houseText(attached);
  const items: ContextItem[] = [
    { kind: 'system', text: house, tokens: estimateTokens(house) },
    ...facts.advice.map((advice): ContextItem => {
      const text = adviceText(advice);
      return { kind: 'instructions', serverKey: advice.serverKey, text, tokens: estimateTokens(text) };
    }),
    ...attachedItems(facts, attached),
    ...toolItems(request.tools, facts.resolve),
    ...facts.turns.map((turn) => turnItem(turn, facts.nextTurnId)).filter((item) => item.tokens > 0),
  ];
  return { model: facts.model, items, total: estimateTokens(requestText(request)) };
}

function attachedItems({ turns, nextTurnId }: ContextFacts, attached: ReturnType<typeof attachedTexts>): ContextItem[] {
  return turns.flatMap((turn) =>
    turn.attachments.flatMap((view): ContextItem[] => {
      const block = attached.get(view.id);
      if (!block) return [];
      const when = turn.id === nextTurnId ? 'next' : 'earlier';
      const { id, title, source } = view;
      return [{ kind: 'attachment', id, title, source, when, state: block.state, tokens: estimateTokens(block.text) }];
    }),
  );
}

function toolItems(tools: readonly ToolSpec[], resolve: ContextFacts['resolve']): ContextItem[] {
  const byServer = new Map<string, { names: string[]; tokens: number }>();
  for (const tool of tools) {
    const { serverKey, toolName } = resolve(tool.name) ?? { serverKey: '', toolName: tool.name };
    const group = byServer.get(serverKey) ?? { names: [], tokens: 0 };
    group.names.push(toolName);
    group.tokens += estimateTokens(toolText(tool));
    byServer.set(serverKey, group);
  }
  return [...byServer].map(([serverKey, { names, tokens }]): ContextItem => ({ kind: 'tools', serverKey, names, tokens }));
}

/** A turn without its attachments, which stand by themselves. */
function turnItem(turn: Turn, nextTurnId: string): ContextItem {
  const tokens = turnMessages(turn).reduce((sum, message) => sum + estimateTokens(messageText(message)), 0);
  if (turn.id === nextTurnId) return { kind: 'draft', tokens };
  return { kind: 'turn', turnId: turn.id, question: turn.question.slice(0, 300), calls: callsOf(turn).length, tokens };
}
