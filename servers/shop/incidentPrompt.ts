import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { runbookOn, runbookTopics } from './runbooks.ts';

const ranges = ['12h', '1d', '3d', '7d'];

/** A prompt of several messages in both roles, with a runbook embedded. */
export function registerIncidentPrompt(server: McpServer): void {
  server.registerPrompt(
    'find_cause',
    {
      title: 'Find the cause of an incident · 故障排查',
      description: 'Looks for the cause of slow orders by a runbook, step by step. 按照操作手册一步步查找订单变慢的原因。',
      argsSchema: {
        time_range: completable(
          z
            .string()
            .regex(/^[1-9]\d{0,2}[hd]$/)
            .describe('How far back to look: 12h, 3d and the like.'),
          (start) => ranges.filter((range) => range.startsWith(start)),
        ),
        runbook: completable(z.enum(['slow-queries', 'rollback']).describe('Which runbook to follow.'), (start) =>
          runbookTopics.filter((topic): topic is 'slow-queries' | 'rollback' => topic.startsWith(start)),
        ),
      },
    },
    ({ time_range, runbook }) => ({
      description: `The incident of the last ${time_range}`,
      messages: [
        { role: 'user', content: { type: 'text', text: `Find out why the orders database has been slow for ${time_range}.` } },
        {
          role: 'assistant',
          content: {
            type: 'text',
            text: 'I will look at the alerts first, then at the metrics of the table they name, then at its commits.',
          },
        },
        { role: 'user', content: { type: 'text', text: 'Follow this runbook, and say what you have found after each step.' } },
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: { uri: `shop://runbook/${runbook}`, mimeType: 'text/markdown', text: runbookOn(runbook) ?? '' },
          },
        },
      ],
    }),
  );
}
