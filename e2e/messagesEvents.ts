import type { Round } from './modelServer.ts';
import { signatureOf } from './messagesRules.ts';

/** The server-sent events of a round, as the messages API writes them. `thoughtful` learns the calls that followed thinking. */
export function messageEvents(round: Round, model: string, counter: { calls: number }, thoughtful: Set<string>): string[] {
  const event = (body: { readonly type: string }): string => `event: ${body.type}\ndata: ${JSON.stringify(body)}\n\n`;
  let index = 0;
  const block = (start: object, deltas: readonly object[]): string[] => {
    const at = index++;
    return [
      event({ type: 'content_block_start', index: at, content_block: start } as { type: string }),
      ...deltas.map((delta) => event({ type: 'content_block_delta', index: at, delta } as { type: string })),
      event({ type: 'content_block_stop', index: at } as { type: string }),
    ];
  };
  const reasoning = round.reasoning ?? [];
  const text = [round.text ?? []].flat();
  const thinking = [
    ...reasoning.map((piece) => ({ type: 'thinking_delta', thinking: piece })),
    { type: 'signature_delta', signature: signatureOf(reasoning.join('')) },
  ];
  const calls = (round.calls ?? []).map((call) => {
    const id = call.id ?? `toolu_${counter.calls++}`;
    if (reasoning.length > 0) thoughtful.add(id);
    const json = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {});
    return { start: { type: 'tool_use', id, name: call.name, input: {} }, json };
  });
  const usage = round.usage ?? { inputTokens: 1, outputTokens: 1 };
  const finish = round.finish === undefined ? (calls.length > 0 ? 'tool_use' : 'end_turn') : round.finish;
  const message = { id: 'msg_0', type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null };
  const head = { type: 'message_start', message: { ...message, usage: { input_tokens: usage.inputTokens, output_tokens: 1 } } };
  const end = { type: 'message_delta', delta: { stop_reason: finish, stop_sequence: null }, usage: { output_tokens: usage.outputTokens } };
  return [
    event(head),
    event({ type: 'ping' }),
    ...(reasoning.length > 0 ? block({ type: 'thinking', thinking: '', signature: '' }, thinking) : []),
    ...(text.length > 0
      ? block(
          { type: 'text', text: '' },
          text.map((piece) => ({ type: 'text_delta', text: piece })),
        )
      : []),
    ...calls.flatMap(({ start, json }) =>
      block(
        start,
        piecesOf(json).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      ),
    ),
    ...(finish === null ? [] : [event(end), event({ type: 'message_stop' })]),
  ];
}

const piecesOf = (text: string): string[] => text.match(/[\s\S]{1,8}/g) ?? [];
