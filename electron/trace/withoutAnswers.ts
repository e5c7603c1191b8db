import type { JSONRPCMessage } from '@modelcontextprotocol/client';

/** What stands in place of what a person filled in. */
const hidden = '[filled in by the person]';
type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An outgoing message without what a person filled in for its server (S34): the names of the fields stay, no value does. */
export function withoutAnswers(message: JSONRPCMessage): unknown {
  if ('result' in message) return { ...message, result: withoutContent(message.result) };
  if (!('method' in message) || !isObject(message.params) || !isObject(message.params['inputResponses'])) return message;
  const answers = Object.entries(message.params['inputResponses']).map(([key, answer]) => [key, withoutContent(answer)]);
  return { ...message, params: { ...message.params, inputResponses: Object.fromEntries(answers) as Members } };
}
/** Only the answer to an elicitation has an action. */
function withoutContent(answer: unknown): unknown {
  if (!isObject(answer) || typeof answer['action'] !== 'string' || !isObject(answer['content'])) return answer;
  return { ...answer, content: Object.fromEntries(Object.keys(answer['content']).map((key) => [key, hidden])) };
}
