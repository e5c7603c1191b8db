import os from 'node:os';
import type { HostParts } from '../hostParts.ts';
import type { TopicHub } from '../ipc/topicHub.ts';
import { entrySecrets } from '../mcp/entrySecrets.ts';
import type { Environment } from '../mcp/expandText.ts';
import type { Servers } from '../mcp/servers.ts';
import type { Tables } from '../storage/tables.ts';
import { isSecretName } from '#shared/trace/secretNames.ts';
import { describeInstallation } from './diagnostics.ts';
import { Updates } from './updates.ts';

export interface DesktopParts {
  readonly host: HostParts;
  readonly hub: TopicHub;
  readonly servers: Servers;
  readonly tables: Tables;
  /** Values that the vault has given out. */
  readonly given: () => readonly string[];
}
export interface Desktop {
  readonly updates: Updates;
  readonly diagnostics: () => string;
  /** Every secret of this run that is known by value. */
  readonly secrets: () => readonly string[];
}

/** What the desktop around the conversations needs of the host: updates, diagnostics, and what must be kept out of both. */
export function openDesktop({ host, hub, servers, tables, given }: DesktopParts): Desktop {
  const secrets = (): readonly string[] => {
    const ofEntries = servers.all().flatMap(({ spec }) => entrySecrets(spec.entry, host.environment));
    return [...new Set([...ofEntries, ...given(), ...environmentSecrets(host.environment)])].sort((a, b) => b.length - a.length);
  };
  return {
    updates: new Updates({ hub, table: tables.settings, source: host.updateSource }),
    secrets,
    diagnostics: () =>
      describeInstallation({
        versions: versionsOf(host),
        settings: hub.state('settings', {}),
        servers: hub.state('servers', {}),
        counts: {
          chats: hub.state('chats', {}).length,
          decisionsWaiting: hub.state('decisions', {}).length,
          rules: hub.state('rules', {}).length,
          providers: hub.state('providers', {}).providers.length,
          localModels: hub.state('providers', {}).local.length,
          storedSecrets: hub.state('secrets', {}).names.length,
          journalEntries: tables.journal.head().count,
        },
        notices: hub.state('notices', {}).map(({ code }) => code),
        log: host.logTail?.() ?? [],
        home: host.home,
        secrets: secrets(),
      }),
  };
}

const environmentSecrets = (environment: Environment): string[] =>
  Object.entries(environment).flatMap(([name, value]) => (value !== undefined && value.length >= 6 && isSecretName(name) ? [value] : []));

function versionsOf({ surface }: HostParts): Record<string, string> {
  const { version, electron, chrome, node, userData } = surface.about();
  const system = `${os.type()} ${os.release()} ${process.platform}-${process.arch}`;
  const memory = `${Math.round(os.totalmem() / 1e9)} GB, ${os.cpus().length} processors`;
  return { Steward: version, Electron: electron, Chromium: chrome, Node: node, System: system, Memory: memory, 'Data folder': userData };
}
