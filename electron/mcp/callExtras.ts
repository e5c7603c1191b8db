import type { CallJournal, CallParts } from './callTool.ts';
import type { ToolDefinition } from './catalog.ts';
import type { Live } from './connection.ts';
import type { HostedServer } from './hostedServer.ts';
import { outputProblem } from './outputCheck.ts';
import { paramHeaders } from './paramHeaders.ts';
import type { Sending } from './sendCall.ts';
import { newTrace } from './traceContext.ts';

interface Going {
  readonly server: HostedServer;
  readonly live: Live;
  /** As it was allowed. */
  readonly tool: ToolDefinition;
  readonly args: unknown;
  readonly journal: CallJournal;
  readonly signal: AbortSignal;
}
type Extras = Pick<Sending, 'meta' | 'headers' | 'relist' | 'outputProblem'>;

/** What goes along with an allowed call, and how its answer is looked at: log level, trace, headers, the promised form of the result. */
export function callExtras(parts: CallParts, { server, live, tool, args, journal, signal }: Going): Extras {
  const trace = newTrace(parts.traceContext?.() ?? false);
  if (trace.traceparent !== undefined) journal.traced?.(trace.traceparent);
  const mirrored = live.client.getProtocolEra() === 'modern' ? paramHeaders(tool.inputSchema, args) : {};
  const headers = { ...mirrored, ...trace.headers };
  return {
    meta: { ...server.logs.requestMeta(), ...trace.meta },
    headers,
    relist: async () => {
      await server.relist(signal);
      return { isSame: server.tool(tool.name)?.digest === tool.digest, headers };
    },
    outputProblem: (result) => outputProblem(parts.schemas, tool.raw, result),
  };
}
