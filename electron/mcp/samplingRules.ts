import type { SamplingBlockOf, SamplingMessage } from '#shared/decision/sampling.ts';

type Use = SamplingBlockOf<'tool_use'>;
type Result = SamplingBlockOf<'tool_result'>;
const usesOf = (message: SamplingMessage | undefined): readonly Use[] =>
  message?.blocks.filter((block): block is Use => block.type === 'tool_use') ?? [];
const resultsOf = (message: SamplingMessage | undefined): readonly Result[] =>
  message?.blocks.filter((block): block is Result => block.type === 'tool_result') ?? [];

/** What breaks the rules of tool use in a sampling request (SAM-4, 2025-11-25 client/sampling): each use is answered by the very next message, which holds only answers. */
export function checkToolMessages(messages: readonly SamplingMessage[]): string | undefined {
  for (const [at, message] of messages.entries()) {
    const [uses, results] = [usesOf(message), resultsOf(message)];
    if (uses.length > 0 && message.role === 'user') return 'a message of the user uses a tool';
    if (results.length > 0 && message.role === 'assistant') return 'a message of the assistant holds a tool result';
    if (results.length > 0 && results.length < message.blocks.length) return 'a message with tool results may hold nothing else';
    if (new Set(uses.map(({ id }) => id)).size < uses.length) return 'two tool uses of one message have one id';
    const wanted = usesOf(messages[at - 1]).map(({ id }) => id);
    if (new Set(results.map(({ id }) => id)).size < results.length) return 'a tool use is answered twice';
    const stray = results.find(({ id }) => !wanted.includes(id));
    if (stray) return `no tool use right before has the id ${stray.id}`;
    const answered = resultsOf(messages[at + 1]).map(({ id }) => id);
    const open = uses.find(({ id }) => !answered.includes(id));
    if (open) return `the tool use ${open.id} is not answered by the next message`;
  }
  return undefined;
}

/** How often the model has used tools by what the messages tell. */
export const toolRoundsOf = (messages: readonly SamplingMessage[]): number =>
  messages.filter((message) => usesOf(message).length > 0).length;
