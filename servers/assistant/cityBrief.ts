import { completable, type McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { isChinese } from '../toolResult.ts';
import { cityNames } from './weather.ts';

/** What the news archive knows. */
const topics = ['AI', 'Python', 'databases', 'MCP', '人工智能', '数据库'];
const beginning = (all: readonly string[], start: string): string[] =>
  all.filter((one) => one.toLowerCase().startsWith(start.toLowerCase()));

/** A prompt of one message: the weather of a city, and the news on a topic where one is given. */
export function registerCityBrief(server: McpServer): void {
  server.registerPrompt(
    'city_brief',
    {
      title: 'City brief · 城市简报',
      description: 'Asks for the weather of a city, and for news on a topic if you like. 询问一个城市的天气，也可以加上某个主题的新闻。',
      argsSchema: z.object({
        city: completable(z.string().min(1).max(100).describe('City, such as 北京 or Tokyo.'), (start) => beginning(cityNames, start)),
        topic: completable(z.string().max(100).optional().describe('Topic of the news, such as Python. May be left out.'), (start = '') =>
          beginning(topics, start),
        ),
      }),
    },
    ({ city, topic }) => ({
      description: `The brief for ${city}`,
      messages: [{ role: 'user', content: { type: 'text', text: briefOn(city, topic) } }],
    }),
  );
}

function briefOn(city: string, topic = ''): string {
  if (isChinese(city)) return `${city}的天气怎么样？${topic === '' ? '' : `再找一下关于${topic}的新闻。`}`;
  return `What is the weather in ${city}?${topic === '' ? '' : ` Also find the news on ${topic}.`}`;
}
