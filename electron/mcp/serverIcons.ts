import { isStdio } from '#shared/servers/config.ts';
import type { Icon } from '#shared/servers/icon.ts';
import type { Fetch } from '../net/cappedFetch.ts';
import type { HostedServer } from './hostedServer.ts';
import { Icons, iconSources, iconSourcesIn } from './icons.ts';

/** The icons of all servers and their tools, each fetched when a page first asks for it. */
export class ServerIcons {
  readonly #fetch: Fetch;
  readonly #byServer = new WeakMap<HostedServer, Icons>();
  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  /** The icon of a running server, or of a tool of it that has been accepted and is on; null when there is none that can be shown. */
  async read(server: HostedServer, toolName: string | undefined): Promise<Icon | null> {
    const tool = toolName === undefined ? undefined : server.tool(toolName);
    const sources =
      toolName === undefined
        ? iconSources(server.connection.live?.client.getServerVersion()?.icons)
        : tool === undefined
          ? []
          : iconSourcesIn(tool.raw);
    return (await this.#of(server).first(sources)) ?? null;
  }
  #of(server: HostedServer): Icons {
    const known = this.#byServer.get(server);
    if (known) return known;
    const { entry } = server.spec;
    const icons = new Icons({ url: entry && !isStdio(entry) ? entry.url : undefined, fetch: this.#fetch });
    this.#byServer.set(server, icons);
    return icons;
  }
}
