import { describe, expect, it } from 'vitest';
import { withoutAnswer } from '../mcp/callResult.ts';
import { ask, converse, runTool } from './demoFixtures.ts';
import type { ModelMessage } from './provider.ts';

const beijing = [[['assistant__get_weather', { city: 'Beijing' }]]];
const incident = [
  [['shop__get_alerts', { time_range: '3d' }]],
  [['shop__get_metrics', { table: 'orders', metric: 'slow_query_count' }]],
  [['shop__search_commits', { keyword: 'orders table', days: 3 }]],
];
const suggestions: readonly (readonly [question: string, rounds: unknown, says: readonly string[]])[] = [
  ['What is the weather in Beijing?', beijing, ['In Beijing it is sunny, 22°C, humidity 45%.', 'not an AI']],
  ['北京今天天气怎么样？', [[['assistant__get_weather', { city: '北京' }]]], ['北京今天晴天, 22°C, 湿度45%。', '不是人工智能']],
  ['Find the latest news about AI', [[['assistant__search_news', { query: 'AI' }]]], ['News about AI', '1. GPT-5', '3. ']],
  ['搜索关于人工智能的最新新闻', [[['assistant__search_news', { query: '人工智能' }]]], ['关于“人工智能”的新闻', '1. GPT-5']],
  [
    'Calculate (123 + 456) * 2, and the weather in Shanghai',
    [
      [
        ['assistant__run_python', { code: '(123 + 456) * 2' }],
        ['assistant__get_weather', { city: 'Shanghai' }],
      ],
    ],
    ['(123 + 456) * 2 = 1158', 'In Shanghai it is cloudy'],
  ],
  [
    '计算 (123 + 456) * 2 的结果，以及上海的天气',
    [
      [
        ['assistant__run_python', { code: '(123 + 456) * 2' }],
        ['assistant__get_weather', { city: '上海' }],
      ],
    ],
    ['(123 + 456) * 2 = 1158', '上海今天多云'],
  ],
  [
    'Find out why the orders database has been slow for three days',
    incident,
    ['Root cause', 'table `orders`', '9f3c1ad', 'DROP INDEX idx_orders_customer_created', 'from 2 to 748', '15 alerts'],
  ],
  ['分析一下最近三天的数据库告警，找出根因', incident, ['根因分析', '9f3c1ad', 'DROP INDEX', '从每小时 2 次升到 748 次', '15 alerts']],
];

describe('the suggestions of the empty screen', () => {
  it.each(suggestions)('%s', async (question, rounds, says) => {
    const result = await converse(question);
    expect(result.rounds).toEqual(rounds);
    for (const words of says) expect(result.answer).toContain(words);
  });

  it.each([
    {
      question: 'Order a phone and two phone cases for Zhang San, shipped to Shenzhen',
      order: { customer: 'Zhang San', item: 'Smartphone', city: 'Shenzhen' },
      says: ['Order ORD20250603080000 was created', '3038.80 yuan'],
    },
    {
      question: '给张三下单：一部手机、两个手机壳，送到深圳',
      order: { customer: '张三', item: '智能手机', city: '深圳市' },
      says: ['订单 ORD20250603080000 已创建', '3038.80 元'],
    },
  ])('$question', async ({ question, order, says }) => {
    const { rounds, answer } = await converse(question);
    const items = [
      { product_id: 'P001', name: order.item, quantity: 1, unit_price: 2999 },
      { product_id: 'P002', quantity: 2, unit_price: 29.9 },
    ];
    const sent = { customer: { name: order.customer }, coupon_code: 'SAVE20', shipping_address: { city: order.city }, items };
    expect(rounds).toMatchObject([[['shop__create_order', sent]]]);
    for (const words of says) expect(answer).toContain(words);
  });
});

describe('questions asked in other words', () => {
  it.each<[string, unknown]>([
    [
      'how’s the weather in paris and London today',
      [
        [
          ['assistant__get_weather', { city: 'Paris' }],
          ['assistant__get_weather', { city: 'London' }],
        ],
      ],
    ],
    ['What will the weather be in San Francisco?', [[['assistant__get_weather', { city: 'San Francisco' }]]]],
    ['请问杭州今天的天气', [[['assistant__get_weather', { city: '杭州' }]]]],
    ['(1+2)^3 =', [[['assistant__run_python', { code: '(1+2)**3' }]]]],
    ['12×3 等于多少', [[['assistant__run_python', { code: '12*3' }]]]],
    ['搜索关于人工智能的最新新闻（5条）', [[['assistant__search_news', { query: '人工智能', limit: 5 }]]]],
    ['Any news on Python?', [[['assistant__search_news', { query: 'Python' }]]]],
    ['The alerts of the last days: what is the root cause?', incident],
    ['I want to buy a phone', [[['shop__create_order', expect.anything()]]]],
  ])('%s', async (question, rounds) => {
    expect((await converse(question)).rounds).toEqual(rounds);
  });

  it.each([
    'Hello',
    'help',
    '你好',
    '',
    'What is 2024-01?',
    'In order to ship phones, read this',
    'x'.repeat(500_000),
    '('.repeat(500_000),
    'slow db '.repeat(60_000),
  ])('something it has no rule for gets the explanation, or nothing slower (%#)', async (question) => {
    const { text, calls } = await ask([{ role: 'user', text: question }], []);
    expect(calls).toEqual([]);
    expect(text).toMatch(/\*\*not an AI\*\*|\*\*不是人工智能\*\*|no connected and accepted server/);
  });
});

describe('honesty', () => {
  const ends = ['denied', 'cancelled', 'timed-out', 'not-sent', 'protocol-error', 'unknown'] as const;
  const questions = [...suggestions.map(([question]) => question), '给张三下单：一部手机', 'slow 5', 'call get_weather {"city":"Oslo"}'];
  it.each(ends.flatMap((end) => questions.map((question) => [end, question] as const)))(
    'after %s it says so and calls nothing again: %s',
    async (end, question) => {
      const { rounds, answer } = await converse(question, () => withoutAnswer(end, 'because.').modelText);
      expect(rounds).toHaveLength(1);
      expect(answer).toMatch(/do not try again by myself|不会自己再试一次/);
    },
  );

  it('a tool’s own error is told, and the other result of the same round is not lost', async () => {
    const { answer } = await converse('Calculate (123 + 456) * 2, and the weather in Shanghai', (call) =>
      call.name.endsWith('weather') ? 'The tool reported an error:\nno such city' : runTool(call),
    );
    expect(answer).toContain('= 1158');
    expect(answer).toContain('reported an error');
    expect(answer).toContain('no such city');
  });

  it('a chain that breaks in its second round ends there', async () => {
    const { rounds, answer } = await converse('分析一下最近三天的数据库告警，找出根因', (call) =>
      call.name.endsWith('metrics') ? withoutAnswer('denied', '').modelText : runTool(call),
    );
    expect(rounds).toHaveLength(2);
    expect(answer).toContain('没有允许');
  });

  it('alerts about another table lead to that table, and results it cannot read are quoted', async () => {
    const { rounds, answer } = await converse('find the root cause of the alerts', (call) =>
      call.name.endsWith('alerts') ? '2 alerts: payments, payments' : 'nothing of note',
    );
    expect(rounds[1]).toEqual([['shop__get_metrics', { table: 'payments', metric: 'slow_query_count' }]]);
    expect(answer).toContain('nothing of note');
  });

  it('without the tool it says which one is missing', async () => {
    const { text, calls } = await ask([{ role: 'user', text: 'What is the weather in Beijing?' }], []);
    expect([text.includes('get_weather'), calls]).toEqual([true, []]);
  });

  it('says that it is no AI in the first answer of a conversation, not in each', async () => {
    const before: ModelMessage[] = [
      { role: 'user', text: 'hi' },
      { role: 'assistant', text: 'hello', reasoning: '', calls: [] },
    ];
    expect((await converse('What is the weather in Beijing?', runTool, before)).answer).not.toContain('not an AI');
  });
});
