import type { Notices } from '../notices.ts';
import type { McpConfig } from './mcpConfig.ts';
import type { Config } from './serverEntries.ts';
import type { Servers } from './servers.ts';

/** Keeps the servers as mcp.json has them, now and whenever it changes, and says what of it can't be read. */
export async function followConfig(config: McpConfig, servers: Servers, notices: Notices): Promise<void> {
  const apply = ({ entries, problems }: Config): void => {
    notices.clearAll('config-broken');
    notices.clearAll('config-entry');
    for (const problem of problems) {
      if (problem.kind === 'file') notices.raise('config-broken', problem.detail);
      else notices.raise('config-entry', `${problem.key}: ${problem.detail}`, problem.key);
    }
    servers.follow(entries);
  };
  config.onChange(apply);
  await config.open();
  apply({ entries: config.entries(), problems: config.problems() });
}
