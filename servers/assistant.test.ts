import type { Client, ProgressCallback } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callForText, connectToAssistant } from './testClient.ts';

let client: Client;
beforeEach(async () => {
  client = await connectToAssistant();
});
afterEach(() => client.close());

const call = (name: string, args: Record<string, unknown>) => callForText(client, name, args);

test('the assistant speaks the 2026-07-28 revision and tells the model how to use it', () => {
  expect([client.getProtocolEra(), client.getNegotiatedProtocolVersion()]).toEqual(['modern', '2026-07-28']);
  expect(client.getInstructions()).toContain('once per city');
});

test.each([
  [{ city: '北京' }, '北京: 晴天, 22°C, 湿度45%'],
  [{ city: '上海市浦东新区' }, '上海: 多云, 26°C, 湿度70%'],
  [{ city: '北京', unit: 'fahrenheit' }, '北京: 晴天, 71.6°F, 湿度45%'],
  [{ city: 'beijing' }, 'Beijing: sunny, 22°C, humidity 45%'],
  [{ city: 'New York City, USA', unit: 'fahrenheit' }, 'New York: sunny, 62.6°F, humidity 50%'],
  [{ city: ' Paris ' }, 'Paris: overcast, 15°C, humidity 68%'],
  [{ city: '东京' }, '东京: 晴天, 18°C, 湿度55%'],
  [{ city: 'London' }, 'London: light rain, 12°C, humidity 82%'],
])('get_weather answers %j in the language of the city name', async (args, text) => {
  expect(await call('get_weather', args)).toEqual({ text, isError: false });
});

test.each([
  ['Atlantis', /no weather for "Atlantis".*Beijing, Shanghai/],
  ['York', /no weather for "York"/],
  ['火星', /未找到 火星 的天气数据.*北京、上海/],
  ['Tokyo and London', /one city at a time/],
  ['北京和上海', /一次只能查询一个城市/],
])('get_weather says what is wrong with %s instead of guessing', async (city, message) => {
  const { text, isError } = await call('get_weather', { city });
  expect(isError).toBe(true);
  expect(text).toMatch(message);
});

test('arguments that break the schema come back as an error result that names the field', async () => {
  for (const [name, args, field] of [
    ['get_weather', { city: '北京', unit: 'kelvin' }, 'unit'],
    ['get_weather', {}, 'city'],
    ['search_news', { query: 'Python', limit: 11 }, 'limit'],
    ['slow_report', { seconds: 601 }, 'seconds'],
  ] as const) {
    const { text, isError } = await call(name, args);
    expect(isError).toBe(true);
    expect(text).toContain(field);
  }
});

test('search_news gives numbered headlines, three when nothing is said, in the language of the query', async () => {
  expect((await call('search_news', { query: '人工智能' })).text.split('\n')).toHaveLength(3);
  expect((await call('search_news', { query: '最新的人工智能新闻', limit: 1 })).text).toBe('1. GPT-5 预计将在2025年发布，性能大幅提升');
  expect((await call('search_news', { query: 'news about AI', limit: 2 })).text).toMatch(/^1\. GPT-5 expected[^\n]+\n2\. [^\n]+$/);
  expect((await call('search_news', { query: 'Python', limit: 10 })).text.split('\n')).toHaveLength(2);
  expect((await call('search_news', { query: 'rain in Spain' })).text).toBe("There is no news on 'rain in Spain'.");
  expect((await call('search_news', { query: '足球' })).text).toBe("关于'足球'的最新资讯暂无数据");
});

test('run_python returns the expression with its value, and an error result for anything else', async () => {
  expect(await call('run_python', { code: '(123 + 456) * 2' })).toEqual({ text: '(123 + 456) * 2 = 1158', isError: false });
  const refused = await call('run_python', { code: '__import__("os").system("id")' });
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain('Only arithmetic is possible');
});

test('slow_report tells its progress step by step, and only to a client that asked for it', async () => {
  const steps: string[] = [];
  const args = { seconds: 1, steps: 4 };
  const onprogress: ProgressCallback = ({ progress, total, message }) => {
    steps.push(`${progress}/${total ?? '?'} ${message ?? ''}`);
  };
  const { content } = await client.callTool({ name: 'slow_report', arguments: args }, { onprogress });
  expect(content).toEqual([{ type: 'text', text: 'The report is done: 4 steps in 1 seconds.' }]);
  expect(steps).toEqual(['1/4 Step 1 of 4', '2/4 Step 2 of 4', '3/4 Step 3 of 4', '4/4 Step 4 of 4']);
  expect((await call('slow_report', args)).isError).toBe(false);
});

test('a cancelled slow_report settles at once and reports no further progress', async () => {
  const stop = new AbortController();
  let steps = 0;
  const onprogress = () => {
    steps += 1;
    stop.abort(new Error('enough'));
  };
  await expect(
    client.callTool({ name: 'slow_report', arguments: { seconds: 10, steps: 100 } }, { signal: stop.signal, onprogress }),
  ).rejects.toThrow('enough');
  await new Promise((resolve) => setTimeout(resolve, 350));
  expect(steps).toBe(1);
});

test('the welcome text is a resource, and an unknown one is refused', async () => {
  const { resources } = await client.listResources();
  expect(resources.map(({ uri, mimeType }) => [uri, mimeType])).toEqual([['docs://steward/welcome', 'text/markdown']]);
  const { contents } = await client.readResource({ uri: 'docs://steward/welcome' });
  expect(contents).toEqual([
    { uri: 'docs://steward/welcome', mimeType: 'text/markdown', text: expect.stringContaining('# Welcome to Steward') },
  ]);
  await expect(client.readResource({ uri: 'docs://steward/none' })).rejects.toThrow('not found');
});
