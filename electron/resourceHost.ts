import { AlwaysAttached } from './conversation/alwaysAttached.ts';
import { Attachments } from './conversation/attachments.ts';
import type { TextFile } from './conversation/textFile.ts';
import type { TopicHub } from './ipc/topicHub.ts';
import { pinnedListings } from './mcp/pinnedListings.ts';
import { ResourceChoices } from './mcp/resourceChoices.ts';
import { Resources } from './mcp/resources.ts';
import type { Servers } from './mcp/servers.ts';
import type { Tables } from './storage/tables.ts';

export interface ResourceHostParts {
  readonly hub: TopicHub;
  readonly tables: Tables;
  readonly servers: Servers;
  readonly pinned: Parameters<typeof pinnedListings>[0];
  readonly now: () => number;
  readonly newId: () => string;
  readonly readFile: (typed: string) => Promise<TextFile>;
}
export interface ResourceHost {
  readonly resources: Resources;
  readonly resourceChoices: ResourceChoices;
  readonly attachments: Attachments;
  readonly always: AlwaysAttached;
  close(): void;
}

/** Everything that reads resources: what servers let a person read, what is attached of it, and what was chosen for it. */
export function openResources({ hub, tables, servers, pinned, now, newId, readFile }: ResourceHostParts): ResourceHost {
  const find = (key: string) => servers.find(key);
  const resources = new Resources({ hub, find, all: () => servers.all(), pinned: pinnedListings(pinned), now, random: Math.random });
  const titleOf = (key: string, uri: string): string => resources.titleOf(key, uri);
  const resourceChoices: ResourceChoices = new ResourceChoices({
    table: tables.resourceChoices,
    hub,
    launchHashOf: (key) => find(key)?.spec.launchHash,
    titleOf,
    onModelReads: (key) => find(key)?.publish(),
  });
  const attachments = new Attachments({
    table: tables.attachments,
    hub,
    now,
    newId,
    readResource: (key, uri) => resources.read(key, uri),
    titleOf,
    readFile,
    updatesByItself: (key) => resourceChoices.of(key).autoUpdate,
  });
  resources.onChange((key, uri) => attachments.changed(key, uri));
  const always = new AlwaysAttached({
    choices: () => resourceChoices.all(),
    readResource: (key, uri, signal) => resources.read(key, uri, signal),
    newId,
  });
  return {
    resources,
    resourceChoices,
    attachments,
    always,
    close: () => {
      attachments.close();
      resources.close();
    },
  };
}

/** Watches again what waits from before this start. Call it once the servers are known. */
export function recallAttached({ resources, attachments }: ResourceHost): void {
  for (const { source, digest, readAt } of attachments.waitingResources())
    if (source.kind === 'resource') resources.recall(source.serverKey, source.uri, { digest, readAt });
}
