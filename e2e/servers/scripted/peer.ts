import type { Request, Wire } from './wire.ts';

const serverInfo = { name: 'scripted', version: '1.0.0' };
const capabilities = { tools: { listChanged: true } };
const modernVersion = '2026-07-28';
const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** A tool that takes a text. */
export function tool(name: string, description = `The tool ${name}.`): Record<string, unknown> {
  const text = { type: 'string', description: 'Any text.' };
  return { name, description, inputSchema: { type: 'object', properties: { text }, required: ['text'] } };
}

/** The well-behaved tools: faults of calls are met by calling `echo`; `calm` is never faulty, whatever the mode. */
export const tools = [tool('echo', 'Returns the text.'), tool('calm', 'Returns the text, and always well.')];

/** The text argument of a call. */
export function textOf(request: Request): string {
  const args = request.params?.arguments as { readonly text?: unknown } | undefined;
  return typeof args?.text === 'string' ? args.text : '';
}

/** Answers a request as a server of its era does. */
export function answerWell(request: Request, wire: Wire): void {
  const { id, method, params } = request;
  const known = wire.era === 'modern' ? modernMethods : legacyMethods;
  if (!known.includes(method)) {
    if (method === 'initialize') wire.error(id, unsupportedVersion(params?.protocolVersion));
    else wire.error(id, { code: -32601, message: 'Method not found' });
    return;
  }
  switch (method) {
    case 'initialize':
      wire.result(id, {
        protocolVersion: process.env.PROTOCOL_VERSION || legacyVersions.find((v) => v === params?.protocolVersion) || legacyVersions[0],
        capabilities,
        serverInfo,
      });
      return;
    case 'server/discover':
      wire.result(id, { supportedVersions: [modernVersion], capabilities, _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo } });
      return;
    case 'tools/list':
      wire.result(id, { tools });
      return;
    case 'tools/call':
      wire.text(id, textOf(request));
      return;
    case 'subscriptions/listen':
      wire.subscribe(request);
      return;
    default:
      wire.result(id, {});
  }
}

const legacyMethods = ['initialize', 'ping', 'tools/list', 'tools/call'];
const modernMethods = ['server/discover', 'subscriptions/listen', 'tools/list', 'tools/call'];

/** The error of a server that speaks other revisions. */
export function unsupportedVersion(requested: unknown, supported: readonly string[] = [modernVersion]): object {
  return { code: -32022, message: `Unsupported protocol version: ${String(requested)}`, data: { supported, requested } };
}
