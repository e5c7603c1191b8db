import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { registerIncidentPrompt } from './shop/incidentPrompt.ts';
import { alertsWithin, commitsOn, metricOf, metrics, tables } from './shop/operations.ts';
import { confirmation, orderNumbers, totalsOf } from './shop/order.ts';
import { orderInput, orderOutput } from './shop/orderSchema.ts';
import { catalogCsv } from './shop/products.ts';
import { runbookOn, runbookTopics } from './shop/runbooks.ts';
import { answer, problem } from './toolResult.ts';

const instructions = `A sample shop and its operations; all data is made up, and no order leaves this computer.
Before create_order, ask the user for whatever is missing: never invent a name, a phone number or an address. Product ids and prices are in the resource shop://catalog.
To find the cause of an incident: get_alerts first, then get_metrics of the table that the alerts point at, then search_commits for changes of that table before the hour at which the metric changed.`;

/** The protocol's code for a resource that does not exist, in revisions up to 2025-11-25. */
const resourceNotFound = -32002;

/** One instance of the demo server for the 2025-11-25 revision. `now` dates orders and the incident that the operations tools tell of. */
export function createShopServer(now: () => Date = () => new Date()): McpServer {
  const server = new McpServer({ name: 'shop', title: 'Shop', version: '1.0.0' }, { instructions });
  registerOrders(server, now);
  registerOperations(server, now);
  registerCommits(server, now);
  registerResources(server);
  registerIncidentPrompt(server);
  return server;
}

function registerOrders(server: McpServer, now: () => Date): void {
  const nextNumber = orderNumbers(now);
  server.registerTool(
    'create_order',
    {
      title: 'Create order',
      description:
        'Creates an order for one customer, with one or more products, a shipping address and an optional coupon, and returns the order number with total, discount and payable amount. Use it when the user wants to buy something and all required details are known. Every call creates a new order.',
      inputSchema: orderInput,
      outputSchema: orderOutput,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    (order) => {
      const sums = totalsOf(order);
      if (sums.kind === 'problem') return problem(sums.message);
      const { totals } = sums;
      const order_id = nextNumber();
      const structuredContent = {
        order_id,
        currency: 'CNY' as const,
        total: totals.total / 100,
        discount: totals.discount / 100,
        payable: totals.payable / 100,
      };
      return { ...answer(confirmation(order, order_id, totals)), structuredContent };
    },
  );
}

function registerOperations(server: McpServer, now: () => Date): void {
  const annotations = { readOnlyHint: true, openWorldHint: false };
  server.registerTool(
    'get_alerts',
    {
      title: 'Database alerts',
      description:
        'Lists the alerts of the shop database in a time range up to now, with severity and table. Use it first when the user asks what went wrong.',
      inputSchema: {
        time_range: z
          .string()
          .regex(/^[1-9]\d{0,2}[hd]$/)
          .describe('How far back to look: a number with h for hours or d for days, such as 12h or 3d.'),
      },
      annotations,
    },
    ({ time_range }) => answer(alertsWithin(time_range, now())),
  );
  server.registerTool(
    'get_metrics',
    {
      title: 'Table metrics',
      description:
        'Returns hourly values of one metric of one database table around the last incident. Use it to see when something changed.',
      inputSchema: {
        table: z.enum(tables).describe('Name of the table, as the alerts give it.'),
        metric: z
          .enum(metrics)
          .describe(
            'Which metric: slow_query_count (slow queries in the hour), query_p95_ms (95th percentile of query time in ms) or writes_per_minute.',
          ),
      },
      annotations,
    },
    ({ table, metric }) => answer(metricOf(table, metric, now())),
  );
}

function registerCommits(server: McpServer, now: () => Date): void {
  server.registerTool(
    'search_commits',
    {
      title: 'Commit search',
      description:
        'Finds recent commits to the shop that mention all words of a keyword in message or changed files, newest first, with time, author and change. Use it to find out which change caused an incident.',
      inputSchema: {
        keyword: z.string().min(1).max(200).describe('Words that the commit must mention, all of them, such as orders table.'),
        days: z.number().int().min(1).max(30).default(3).describe('How many days back to look, from 1 to 30.'),
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ keyword, days }) => answer(commitsOn(keyword, days, now())),
  );
}

function registerResources(server: McpServer): void {
  server.registerResource(
    'catalog',
    'shop://catalog',
    {
      title: 'Product catalog',
      description: 'What can be ordered: product id, names in Chinese and English, unit price in yuan.',
      mimeType: 'text/csv',
    },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/csv', text: catalogCsv() }] }),
  );
  const mimeType = 'text/markdown';
  const template = new ResourceTemplate('shop://runbook/{topic}', {
    list: () => ({ resources: runbookTopics.map((topic) => ({ uri: `shop://runbook/${topic}`, name: topic, mimeType })) }),
    complete: { topic: (start) => runbookTopics.filter((topic) => topic.startsWith(start)) },
  });
  const description = `What to do when something goes wrong in operations. Topics: ${runbookTopics.join(', ')}.`;
  server.registerResource('runbook', template, { title: 'Runbook', description, mimeType }, (uri, { topic }) => {
    const text = runbookOn(String(topic));
    if (text === undefined) throw new McpError(resourceNotFound, `There is no runbook on "${String(topic)}".`, { uri: uri.href });
    return { contents: [{ uri: uri.href, mimeType, text }] };
  });
}
