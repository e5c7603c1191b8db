import type { DecisionOf, Place } from '#shared/decision/decision.ts';
import type { SamplingSpent, SamplingStop } from '#shared/decision/sampling.ts';
import type { Gate, Question, Settled } from '../decision/gate.ts';
import { editedAnswer, editedRequest } from './samplingEdit.ts';
import { ableModels, chooseModel, toSamplingModel, type SamplingModels } from './samplingModel.ts';
import type { SamplingPictures } from './samplingPictures.ts';
import { InboundRefusedError, maxToolRounds, readSampling, type SamplingAsk } from './samplingRequest.ts';
import { runSampling } from './samplingRun.ts';

/** The person said no, or the question was withdrawn. */
export class DeclinedError extends Error {
  constructor() {
    super('User rejected the sampling request');
    this.name = 'DeclinedError';
  }
}
export interface SamplingParts {
  readonly gate: Gate;
  readonly models: SamplingModels;
  readonly pictures: SamplingPictures;
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
type TextContent = { readonly type: 'text'; readonly text: string };
type UseContent = { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: Record<string, unknown> };
/** The result of sampling/createMessage; a list of blocks where tools were spoken of, else one. */
export interface Sampled {
  readonly role: 'assistant';
  readonly model: string;
  readonly content: TextContent | readonly (TextContent | UseContent)[];
  readonly stopReason: SamplingStop;
}

/**
 * A server's request to a model, decided twice: the request before any model sees it, the answer before the server does. Both may be edited;
 * what runs and what leaves is what the settled decision says. It knows nothing of any chat and never becomes part of one (S33).
 * Throws `DeclinedError`, `InboundRefusedError`, or the model's `ModelError`.
 */
export async function sample(parts: SamplingParts, asker: Asker, params: unknown, signal: AbortSignal): Promise<Sampled> {
  const { gate, models, pictures } = parts;
  const ask = readSampling(params);
  let latest = toQuestion(parts, asker, ask);
  const release = pictures.hold(ask.pictures);
  try {
    const amend = async (text: string): Promise<Question> => (latest = editedRequest(latest, text, models));
    const approved = allowed(await gate.ask(latest, signal, { amend }), 'sampling-request');
    const provider = models.provider(approved.model.id);
    if (!provider) throw new InboundRefusedError('the model is not there any more');
    const answer = await runSampling(provider, approved, ask.pictures, { signal, count: parts.count });
    if (signal.aborted) throw new DeclinedError();
    return await deliver(gate, { ...asker, ...answer, uses: [...answer.uses], modelName: approved.model.name }, ask.withTools, signal);
  } finally {
    release();
  }
}

function allowed<K extends Settled['decision']['kind']>({ verdict, decision }: Settled, kind: K): DecisionOf<K> {
  if (verdict.kind !== 'allowed') throw new DeclinedError();
  if (decision.kind !== kind) throw new Error('the gate settled another kind of decision');
  return decision as DecisionOf<K>;
}

type Request = Question & { readonly kind: 'sampling-request' };
function toQuestion({ spent: read, models }: SamplingParts, asker: Asker, ask: SamplingAsk): Request {
  const spent = read();
  const left = spent.maxTokens - spent.tokens;
  if (spent.calls >= spent.maxCalls || left <= 0) throw new InboundRefusedError('the budget for sampling is used up');
  const able = ableModels(models, ask.pictures.size > 0);
  const chosen = chooseModel(ask.hints, able, models.selectedId());
  if (!chosen) throw new InboundRefusedError(ask.pictures.size > 0 ? 'no model here can be shown pictures' : 'there is no model');
  const { system, messages, tools, toolChoice, temperature, stopSequences, hints } = ask;
  return {
    kind: 'sampling-request',
    ...asker,
    ...(system === undefined ? {} : { system }),
    messages: [...messages],
    tools: [...tools],
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(temperature === undefined ? {} : { temperature }),
    stopSequences: [...stopSequences],
    askedTokens: ask.askedTokens,
    maxTokens: Math.min(ask.maxTokens, left),
    contextIgnored: ask.contextIgnored,
    toolRounds: ask.toolRounds,
    maxToolRounds,
    model: toSamplingModel(chosen.model),
    models: able.map(toSamplingModel),
    chosenBy: chosen.chosenBy,
    hints: [...hints],
    ...(chosen.matchedHint === undefined ? {} : { matchedHint: chosen.matchedHint }),
    spent,
    edited: false,
  };
}

type Answer = Question & { readonly kind: 'sampling-answer' };
/** Asks about the answer, and makes the result of what was approved. */
async function deliver(gate: Gate, answer: Omit<Answer, 'kind' | 'edited'>, withTools: boolean, signal: AbortSignal): Promise<Sampled> {
  let latest: Answer = { kind: 'sampling-answer', ...answer, edited: false };
  const amend = async (text: string): Promise<Question> => (latest = editedAnswer(latest, text));
  const { text, uses, modelName, stopReason } = allowed(await gate.ask(latest, signal, { amend }), 'sampling-answer');
  const said: TextContent = { type: 'text', text };
  const used = uses.map(
    ({ id, name, inputText }): UseContent => ({ type: 'tool_use', id, name, input: JSON.parse(inputText) as Record<string, unknown> }),
  );
  const content = withTools ? (text === '' && used.length > 0 ? used : [said, ...used]) : said;
  return { role: 'assistant', model: modelName, content, stopReason };
}
