import type { RuleTarget } from '../decision/ruleDrafts.ts';
import type { Servers } from './servers.ts';

/** What a rule about a server is bound to: its launch and its tools in use, as they are now. Undefined when there is no such server. */
export const ruleTarget =
  (servers: Pick<Servers, 'find'>) =>
  (key: string): RuleTarget | undefined => {
    const server = servers.find(key);
    return server && { launchHash: server.spec.launchHash, place: server.place(), tools: server.usableTools() };
  };
