import type { Place, SamplingSpent } from '#shared/decision/decision.ts';
import type { ModelView } from '#shared/models/models.ts';
import type { Gate } from '../decision/gate.ts';
import type { ModelProvider } from '../models/provider.ts';
import { chooseModel, InboundRefusedError, readSampling, type SamplingAsk } from './samplingRequest.ts';

/** The person said no, or the question was withdrawn. */
export class DeclinedError extends Error {
  constructor() {
    super('User rejected the sampling request');
    this.name = 'DeclinedError';
  }
}
/** The models that may answer for a server. */
export interface SamplingModels {
  views(): readonly ModelView[];
  provider(id: string): ModelProvider | undefined;
  /** The person's own choice. */
  selectedId(): string;
}
export interface SamplingParts {
  readonly gate: Gate;
  readonly models: SamplingModels;
  /** What the server has used, and how more is counted; on disk when `count` returns. */
  readonly spent: () => SamplingSpent;
  readonly count: (tokens: number) => void;
}
/** Who asks. */
export interface Asker {
  readonly serverKey: string;
  readonly place: Place;
  readonly toolName?: string | undefined;
}
/** The result of sampling/createMessage. */
export interface Sampled {
  readonly role: 'assistant';
  readonly model: string;
  readonly content: { readonly type: 'text'; readonly text: string };
  readonly stopReason: 'endTurn' | 'maxTokens';
}

/**
 * A server's request to a model, decided twice: the request before any model sees it, the answer before the server does. It knows nothing
 * of any chat and never becomes part of one (S33). Throws `DeclinedError`, `InboundRefusedError`, or the model's `ModelError`.
 */
export async function sample(parts: SamplingParts, asker: Asker, params: unknown, signal: AbortSignal): Promise<Sampled> {
  const ask = readSampling(params);
  const spent = parts.spent();
  if (spent.calls >= spent.maxCalls || spent.tokens >= spent.maxTokens) throw new InboundRefusedError('the budget for sampling is used up');
  const model = chooseModel(ask.hints, parts.models.views(), parts.models.selectedId());
  if (!model) throw new InboundRefusedError('there is no model');
  await decided(parts.gate.ask({ kind: 'sampling-request', ...asker, ...shown(ask, model), spent }, signal));
  const provider = parts.models.provider(model.id);
  if (!provider) throw new InboundRefusedError('the model is not there any more');
  const { text, cut, tokens } = await run(parts, provider, ask, signal);
  await decided(parts.gate.ask({ kind: 'sampling-answer', ...asker, modelName: model.name, text, cut, tokens }, signal));
  return { role: 'assistant', model: model.name, content: { type: 'text', text }, stopReason: cut ? 'maxTokens' : 'endTurn' };
}

async function decided(asked: ReturnType<Gate['ask']>): Promise<void> {
  const { verdict } = await asked;
  if (verdict.kind !== 'allowed') throw new DeclinedError();
}

function shown({ system, messages, askedTokens, maxTokens, hints }: SamplingAsk, { id, name, origin, sendsOut }: ModelView) {
  return {
    ...(system === undefined ? {} : { system }),
    messages: [...messages],
    askedTokens,
    maxTokens,
    hints: [...hints],
    model: { id, name, sendsOut, ...(origin === undefined ? {} : { origin }) },
  };
}

/** A token is seldom longer than this; an endpoint that heeds no limit is cut by it. */
const longestToken = 6;
const estimated = (characters: number): number => Math.ceil(characters / 4);

/** What was used is counted however the answer ends. */
async function run(parts: SamplingParts, provider: ModelProvider, ask: SamplingAsk, signal: AbortSignal) {
  const enough = new AbortController();
  const limit = ask.maxTokens * longestToken;
  let text = '';
  let cut = false;
  let tokens: number | undefined;
  const messages = ask.messages.map(({ role, text: said }) =>
    role === 'user' ? { role, text: said } : { role, text: said, reasoning: '', calls: [] },
  );
  const request = { system: ask.system ?? '', messages, tools: [], maxTokens: ask.maxTokens };
  try {
    for await (const chunk of provider.stream(request, AbortSignal.any([signal, enough.signal]))) {
      if (chunk.kind === 'text') text += chunk.text;
      else if (chunk.kind === 'usage') tokens = chunk.inputTokens + chunk.outputTokens;
      else if (chunk.kind === 'stop') cut = chunk.stop === 'length';
      if (text.length <= limit) continue;
      text = text.slice(0, limit);
      cut = true;
      enough.abort();
      break;
    }
  } finally {
    const asked = ask.messages.reduce((sum, { text: said }) => sum + said.length, ask.system?.length ?? 0);
    tokens ??= estimated(asked) + estimated(text.length);
    parts.count(tokens);
  }
  if (signal.aborted) throw new DeclinedError();
  return { text, cut, tokens };
}
