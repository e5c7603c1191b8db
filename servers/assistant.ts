import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { evaluate } from './arithmetic/evaluate.ts';
import { registerCityBrief } from './assistant/cityBrief.ts';
import { newsOn } from './assistant/news.ts';
import { slowReport } from './assistant/slowReport.ts';
import { temperatureUnits, weatherOf } from './assistant/weather.ts';
import { welcome } from './assistant/welcome.ts';
import { answer, problem } from './toolResult.ts';

const instructions = `Weather, news and arithmetic from a small fixed collection that comes with the app: nothing here is live, so say so when it matters.
Call get_weather once per city; calls for several cities can be made at the same time.
Use run_python for every calculation instead of working it out yourself. slow_report only waits: call it when the user asks for it by name.`;

/** One instance of the demo server for the 2026-07-28 revision; it serves older clients too. */
export function createAssistantServer(): McpServer {
  const server = new McpServer({ name: 'assistant', title: 'Assistant', version: '1.0.0' }, { instructions });
  registerLookups(server);
  registerWork(server);
  registerCityBrief(server);
  server.registerResource(
    'welcome',
    'docs://steward/welcome',
    {
      title: 'Welcome to Steward',
      description: 'What Steward does and where things are, in English and Chinese.',
      mimeType: 'text/markdown',
    },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/markdown', text: welcome }] }),
  );
  return server;
}

function registerLookups(server: McpServer): void {
  const annotations = { readOnlyHint: true, openWorldHint: false };
  server.registerTool(
    'get_weather',
    {
      title: 'Weather',
      description:
        'Gets the weather of one city: sky, temperature and humidity. Use it when the user wants to know what the weather is like somewhere. Sample data for Beijing, Shanghai, Guangzhou, Chengdu, Shenzhen, Tokyo, London, Paris and New York; answers in the language of the city name.',
      inputSchema: z.object({
        city: z.string().min(1).max(100).describe('City name in Chinese or English, such as 北京 or Beijing. One city only.'),
        unit: z.enum(temperatureUnits).default('celsius').describe('Temperature unit: celsius or fahrenheit.'),
      }),
      annotations,
    },
    ({ city, unit }) => weatherOf(city, unit),
  );
  server.registerTool(
    'search_news',
    {
      title: 'News search',
      description:
        'Searches a small archive of headlines and returns a numbered list. Use it when the user asks for news on a topic. Topics: artificial intelligence (人工智能), Python, databases (数据库), MCP. Answers in the language of the query.',
      inputSchema: z.object({
        query: z.string().min(1).max(200).describe('What to search for: one topic in Chinese or English, such as 人工智能 or Python.'),
        limit: z.number().int().min(1).max(10).default(3).describe('How many headlines to return at most, from 1 to 10.'),
      }),
      annotations,
    },
    ({ query, limit }) => answer(newsOn(query, limit)),
  );
}

function registerWork(server: McpServer): void {
  server.registerTool(
    'run_python',
    {
      title: 'Calculator',
      description:
        'Evaluates one arithmetic expression in Python notation and returns it with its value. Use it for every calculation. Understands numbers, + - * / // % **, parentheses, and abs, round, min, max, sum, pow; no variables, strings, imports or other code.',
      inputSchema: z.object({
        code: z.string().max(10_000).describe('One Python arithmetic expression, such as (123 + 456) * 2. At most 1,000 characters.'),
      }),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ code }) => {
      const result = evaluate(code);
      return result.kind === 'value' ? answer(`${code.trim()} = ${result.text}`) : problem(result.message);
    },
  );
  server.registerTool(
    'slow_report',
    {
      title: 'Slow report',
      description:
        'Waits for a number of seconds, reports progress on the way, and then returns one line. Use it only when the user wants to try a long-running call, its progress or cancelling it.',
      inputSchema: z.object({
        seconds: z.number().int().min(1).max(600).default(5).describe('How long the whole report takes, in seconds, from 1 to 600.'),
        steps: z.number().int().min(1).max(100).default(5).describe('In how many steps progress is reported, from 1 to 100.'),
      }),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    async (options, context) => {
      const end = await slowReport(options, (done) => tellProgress(context, done, options.steps), context.mcpReq.signal);
      return end === 'finished'
        ? answer(`The report is done: ${options.steps} steps in ${options.seconds} seconds.`)
        : problem('The report was cancelled.');
    },
  );
}

/** A notification goes out only when the client asked for progress. */
async function tellProgress(context: ServerContext, done: number, total: number): Promise<void> {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  await context.mcpReq.notify({
    method: 'notifications/progress',
    params: { progressToken, progress: done, total, message: `Step ${done} of ${total}` },
  });
}
