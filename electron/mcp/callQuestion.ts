import type { DecisionOf } from '#shared/decision/decision.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import { annotationsOf } from '#shared/servers/annotations.ts';
import type { Question } from '../decision/gate.ts';
import type { Adjustment } from '../schema/arguments.ts';
import type { Schemas } from '../schema/schemas.ts';
import type { CallRequest } from './callTool.ts';
import type { ToolDefinition } from './catalog.ts';
import type { HostedServer } from './hostedServer.ts';

/** What a person is asked about a call: the tool as it is defined now, and the exact arguments. */
export function toQuestion(
  request: CallRequest,
  server: HostedServer,
  tool: ToolDefinition,
  asked: { readonly argumentsText: string; readonly adjusted: readonly Adjustment[]; readonly reason: DecisionOf<'tool-call'>['reason'] },
): Question & { readonly kind: 'tool-call' } {
  const { serverKey, toolName, conversationId, chatTitle, turnId, callId, round } = request;
  const serverSays = annotationsOf(tool.raw);
  const readFrom = (request.readFrom ?? []).filter((key) => key !== serverKey);
  return {
    kind: 'tool-call',
    serverKey,
    toolName,
    toolDescription: tool.description,
    ...(serverSays.length === 0 ? {} : { serverSays: [...serverSays] }),
    place: server.place(),
    conversationId,
    chatTitle,
    turnId,
    callId,
    reason: asked.reason,
    argumentsText: asked.argumentsText,
    adjusted: [...asked.adjusted],
    ...(tool.title === undefined ? {} : { toolTitle: tool.title }),
    ...(round === undefined ? {} : { round }),
    ...(readFrom.length === 0 ? {} : { readFrom }),
  };
}

/** The question with other arguments. Throws a `FailureError` for those that do not fit the tool. */
export async function amended(schemas: Schemas, question: Question, tool: ToolDefinition, text: string): Promise<Question> {
  const prepared = await schemas.prepare(tool.inputSchema, text);
  if (!prepared.ok) throw new FailureError('invalid-arguments', prepared.problem);
  return {
    ...(question as Question & { kind: 'tool-call' }),
    argumentsText: prepared.argumentsText,
    adjusted: [...prepared.adjusted],
    reason: 'edited',
  };
}
