import type { Servers } from '../mcp/servers.ts';

/** What the servers offer to a model now: their usable tools, and the advice of those that have one. */
export function offeredBy(servers: Servers) {
  const usable = servers.all().map((server) => ({ server, tools: server.usableTools() }));
  return {
    tools: usable.flatMap(({ server, tools }) => tools.map((tool) => ({ serverKey: server.spec.key, tool }))),
    advice: usable.flatMap(({ server, tools }) => {
      const instructions = tools.length > 0 ? server.offer.instructions() : undefined;
      return instructions === undefined ? [] : [{ serverKey: server.spec.key, instructions }];
    }),
  };
}
