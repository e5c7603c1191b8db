import { callsOf, type ToolCall, type Turn } from '#shared/conversation/state.ts';

/** The ends of a call at which its server has said something. */
const answered: readonly ToolCall['status'][] = ['done', 'tool-error', 'protocol-error'];

/** The round of the turn in which the model asked for a call. */
export const roundOf = (turn: Turn, callId: string): number =>
  turn.parts.find((part) => part.kind === 'call' && part.call.id === callId)?.round ?? turn.rounds;

/**
 * The servers whose words the model had read in this turn when it asked for the call: those whose resources or prompts went with the message, and
 * those that answered in earlier rounds (S30). A file that the person attached is the person's own word.
 */
export function readBefore(turn: Turn, callId: string): readonly string[] {
  const round = roundOf(turn, callId);
  const earlier = turn.parts.flatMap((part) => (part.kind === 'call' && part.round < round ? [part.call] : []));
  const attached = turn.attachments.flatMap(({ source }) => (source.kind === 'file' ? [] : [source.serverKey]));
  return [...new Set([...attached, ...earlier.filter((call) => answered.includes(call.status)).map((call) => call.serverKey)])];
}

/** Whether the person has already said no to the very same call in this turn (S27). */
export function wasDenied(turn: Turn, { id, serverKey, toolName, argumentsText }: ToolCall): boolean {
  return callsOf(turn).some(
    (call) =>
      call.id !== id &&
      call.status === 'denied' &&
      call.startedAt === undefined &&
      call.serverKey === serverKey &&
      call.toolName === toolName &&
      call.argumentsText === argumentsText,
  );
}
