import { SamplingAnswerEdit, SamplingRequestEdit, textsOf } from '#shared/decision/sampling.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import type * as z from 'zod';
import type { Question } from '../decision/gate.ts';
import { toSamplingModel, type SamplingModels } from './samplingModel.ts';
import { checkSize, InboundRefusedError } from './samplingRequest.ts';

type Request = Question & { readonly kind: 'sampling-request' };
type Answer = Question & { readonly kind: 'sampling-answer' };

/** The question that a person's other words or other model make of a request. Throws `FailureError` for what fits it not. */
export function editedRequest(asked: Request, text: string, models: SamplingModels): Request {
  const edit = parsed(SamplingRequestEdit, text);
  const question = edit.model === undefined ? asked : withModel(asked, edit.model, models);
  if (edit.system === undefined && edit.texts === undefined) return question;
  const { texts = textsOf(question.messages).map((one) => one.text) } = edit;
  if (texts.length !== textsOf(question.messages).length) throw new FailureError('invalid-input', 'other texts than the request has');
  const left = [...texts];
  const messages = question.messages.map(({ role, blocks }) => ({
    role,
    blocks: blocks.map((block) => (block.type === 'text' ? { ...block, text: left.shift() ?? '' } : block)),
  }));
  const { system: before, ...rest } = question;
  const system = edit.system ?? before;
  const hasSystem = system !== undefined && (system !== '' || before !== undefined);
  try {
    checkSize({ system, messages, tools: question.tools });
  } catch (error) {
    if (error instanceof InboundRefusedError) throw new FailureError('invalid-input', error.message, { cause: error });
    throw error;
  }
  return { ...rest, ...(hasSystem ? { system } : {}), messages, edited: true };
}

function withModel(question: Request, id: string, models: SamplingModels): Request {
  const view = models.views().find((one) => one.id === id);
  if (!view || !question.models.some((one) => one.id === id)) throw new FailureError('not-found', 'this model can not answer it');
  const { matchedHint: _hint, ...rest } = question;
  return { ...rest, model: toSamplingModel(view), chosenBy: 'person' };
}

/** The question that a person's other words make of an answer; the input of a tool use stays an object. Throws `FailureError`. */
export function editedAnswer(asked: Answer, text: string): Answer {
  const edit = parsed(SamplingAnswerEdit, text);
  if (edit.inputs.length !== asked.uses.length) throw new FailureError('invalid-input', 'other tool uses than the answer has');
  const uses = asked.uses.map((use, at) => ({ ...use, inputText: objectText(edit.inputs[at] ?? '', use.name) }));
  return { ...asked, text: edit.text, uses, edited: true };
}

/** Compact JSON of the object that a text is. */
function objectText(text: string, name: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FailureError('invalid-arguments', `${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new FailureError('invalid-arguments', `${name}: it is not a JSON object`);
  return JSON.stringify(value);
}

function parsed<T>(schema: z.ZodType<T>, text: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FailureError('invalid-input', 'it is not JSON', { cause: error });
  }
  const read = schema.safeParse(value);
  if (!read.success) throw new FailureError('invalid-input', read.error.message.slice(0, 500));
  return read.data;
}
