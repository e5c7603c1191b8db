import * as z from 'zod';
import { evaluate } from '../../servers/arithmetic/evaluate.ts';
import { newsOn } from '../../servers/assistant/news.ts';
import { weatherOf } from '../../servers/assistant/weather.ts';
import { alertsWithin, commitsOn, metricOf, type Metric, type Table } from '../../servers/shop/operations.ts';
import { confirmation, totalsOf, type Order } from '../../servers/shop/order.ts';
import { orderInput } from '../../servers/shop/orderSchema.ts';
import { createDemoProvider } from './demo.ts';
import type { ModelCall, ModelChunk, ModelMessage, ModelRequest, ToolSpec } from './provider.ts';

/** The bundled servers' tools as a model knows them. */
export const names = [
  'assistant__get_weather',
  'assistant__search_news',
  'assistant__run_python',
  'assistant__slow_report',
  'shop__create_order',
  'shop__get_alerts',
  'shop__get_metrics',
  'shop__search_commits',
];
/** The same as they are told to the model. */
export const tools: readonly ToolSpec[] = names.map((name) => ({
  name,
  description: '',
  parameters:
    name === 'shop__get_metrics'
      ? {
          type: 'object',
          properties: { table: { description: 'x', enum: ['orders', 'payments', 'customers', 'inventory'], type: 'string' } },
        }
      : {},
}));
const now = new Date('2025-06-03T08:00:00Z');
type Run = (args: Record<string, unknown>) => string;
const answers: Readonly<Record<string, Run>> = {
  get_weather: ({ city }) => weatherOf(String(city), 'celsius').content[0]?.text ?? '',
  search_news: ({ query, limit }) => newsOn(String(query), Number(limit ?? 3)),
  run_python: ({ code }) => {
    const result = evaluate(String(code));
    return result.kind === 'value' ? `${String(code)} = ${result.text}` : result.message;
  },
  slow_report: ({ seconds }) => `The report is done: 5 steps in ${String(seconds)} seconds.`,
  create_order: (args) => {
    const order = z.strictObject(orderInput).parse(args) as Order;
    const sums = totalsOf(order);
    return sums.kind === 'totals' ? confirmation(order, 'ORD20250603080000', sums.totals) : sums.message;
  },
  get_alerts: ({ time_range }) => alertsWithin(String(time_range), now),
  get_metrics: ({ table, metric }) => metricOf(table as Table, metric as Metric, now),
  search_commits: ({ keyword, days }) => commitsOn(String(keyword), Number(days), now),
};
/** What the bundled server answers to a call. */
export const runTool = ({ name, argumentsText }: ModelCall): string =>
  answers[name.slice(name.indexOf('__') + 2)]?.(JSON.parse(argumentsText) as Record<string, unknown>) ?? 'unknown tool';

const provider = createDemoProvider({ sleep: () => Promise.resolve() });
/** One answer of the demo model. */
export async function ask(
  messages: readonly ModelMessage[],
  offered: readonly ToolSpec[] = tools,
): Promise<{ readonly text: string; readonly calls: readonly ModelCall[]; readonly chunks: readonly ModelChunk[] }> {
  const chunks: ModelChunk[] = [];
  const request: ModelRequest = { system: 'x', messages, tools: offered };
  for await (const chunk of provider.stream(request, new AbortController().signal)) chunks.push(chunk);
  return {
    text: chunks.map((chunk) => (chunk.kind === 'text' ? chunk.text : '')).join(''),
    calls: chunks.flatMap((chunk) => (chunk.kind === 'call' ? [chunk.call] : [])),
    chunks,
  };
}

/** The whole loop: calls are answered by `result` until there are no more. */
export async function converse(
  question: string,
  result: (call: ModelCall) => string = runTool,
  before: readonly ModelMessage[] = [],
): Promise<{ readonly rounds: readonly (readonly [string, unknown])[][]; readonly answer: string; readonly ids: string[] }> {
  const messages: ModelMessage[] = [...before, { role: 'user', text: question }];
  const rounds: [string, unknown][][] = [];
  const ids: string[] = [];
  for (let round = 0; round < 10; round++) {
    const { text, calls } = await ask(messages);
    if (calls.length === 0) return { rounds, answer: text, ids };
    rounds.push(calls.map((call) => [call.name, JSON.parse(call.argumentsText) as unknown]));
    ids.push(...calls.map((call) => call.id));
    messages.push(
      { role: 'assistant', text, reasoning: '', calls },
      ...calls.map((call): ModelMessage => ({ role: 'tool', callId: call.id, text: result(call) })),
    );
  }
  throw new Error('the demo model never came to an end');
}
