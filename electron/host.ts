import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { Audience } from '#shared/ipc/define.ts';
import { Turns } from './agent/turns.ts';
import { openAudit } from './audit/audit.ts';
import { Attachments } from './conversation/attachments.ts';
import { createClose } from './closeHost.ts';
import { enterRuns } from './audit/runsByHand.ts';
import { Conversations, loadConversation } from './conversation/conversations.ts';
import { readTextFile } from './conversation/textFile.ts';
import { Gate, type GateParts } from './decision/gate.ts';
import { DecisionKeeper } from './decision/keeper.ts';
import { Permits } from './decision/permits.ts';
import { Rules } from './decision/rules.ts';
import { createHandlers, type Surface } from './ipc/handlers.ts';
import { createRoute, type Route } from './ipc/router.ts';
import { TopicHub } from './ipc/topicHub.ts';
import { CallRate } from './mcp/callRate.ts';
import type { CallParts } from './mcp/callTool.ts';
import { toCatalog } from './mcp/catalog.ts';
import { entrySecrets } from './mcp/entrySecrets.ts';
import type { Environment } from './mcp/expandText.ts';
import { McpConfig } from './mcp/mcpConfig.ts';
import { defaultLimits, type Limits } from './mcp/limits.ts';
import type { Launcher } from './mcp/peer.ts';
import { Playground } from './mcp/playground.ts';
import { ProcessTable } from './mcp/processes.ts';
import { launcherFor } from './mcp/launcherFor.ts';
import { toListing } from './mcp/resourceList.ts';
import { Resources } from './mcp/resources.ts';
import { Servers } from './mcp/servers.ts';
import type { LocalEndpoint } from './models/localModels.ts';
import { createModels } from './models/models.ts';
import { Providers } from './models/providers.ts';
import { createHostFetch, nodeStack, type NetworkStack } from './net/hostFetch.ts';
import { KeptSecrets } from './secrets/keptSecrets.ts';
import { rememberingVault } from './secrets/seenSecrets.ts';
import { createVault, type Cipher } from './secrets/vault.ts';
import { Notices } from './notices.ts';
import { createSchemas } from './schema/schemas.ts';
import { SettingsStore } from './settings/settingsStore.ts';
import { followConfig } from './mcp/followConfig.ts';
import { openDatabase, type Database } from './storage/database.ts';
import { openTables } from './storage/tables.ts';

export interface HostParts {
  /** The data folder: mcp.json and steward.db. */
  readonly userData: string;
  /** The environment of the app, read for providers and for what trusted launches name. */
  readonly environment: Environment;
  /** The same with the PATH of the login shell, asked for at the first launch. */
  readonly launchEnvironment: () => Promise<Environment>;
  readonly home: string;
  /** The built schema worker, and the definitions of the bundled servers pinned by the build. */
  readonly workerFile: string;
  readonly catalogueFile: string;
  readonly bundledLauncher: (serverKey: string) => Launcher;
  readonly surface: Surface;
  /** Opens the key store, at the first need. */
  readonly openCipher: () => Promise<Cipher | undefined>;
  /** Where models on this computer are looked for, at the start and when their page opens. */
  readonly localEndpoints?: readonly LocalEndpoint[];
  /** What requests to servers elsewhere go over; Node's own where it is absent. */
  readonly network?: NetworkStack;
  readonly automatic?: GateParts['automatic'];
  /** Shorter limits than the settled ones, for tests. */
  readonly limits?: Partial<Limits>;
  /** Told of everything that should not have happened. */
  readonly report: (error: unknown) => void;
}
export interface Host {
  readonly routes: Readonly<Record<Audience, Route>>;
  readonly hub: TopicHub;
  /** For tests of storage faults only: the very database. */
  readonly database: Database;
  /** The decision page is gone: no card it showed takes an answer until a new page has painted it. */
  decisionsGone(): void;
  /** Ends turns, servers and database, in this order. With `force` nothing is waited for politely. */
  close(force?: boolean): Promise<void>;
}

interface PinnedServer {
  readonly instructions?: string;
  readonly tools: readonly unknown[];
  readonly resources?: readonly unknown[];
  readonly resourceTemplates?: readonly unknown[];
  readonly completes?: boolean;
}

/** The composition root: builds the house, with no Electron in it. */
export async function openHost(parts: HostParts): Promise<Host> {
  const now = Date.now;
  const newId = randomUUID;
  const { db, replaced } = openDatabase(path.join(parts.userData, 'steward.db'), `unreadable-${now()}`);
  const tables = openTables(db);
  const hub = new TopicHub({
    conversation: ({ conversationId }) => loadConversation(tables.log, conversationId),
    attachments: ({ conversationId }) => tables.attachments.draft(conversationId),
  });
  const audit = openAudit({ db, tables, hub, now });
  const notices = new Notices(hub);
  if (replaced !== undefined) notices.raise('database-replaced', replaced);
  const settings = new SettingsStore(tables.settings);
  settings.follow((value) => hub.publish('settings', {}, { type: 'settings.changed', settings: value }));
  const rules = new Rules(tables.rules, hub);
  const keeper = new DecisionKeeper(tables.decisions, now);
  const limits: Limits = { ...defaultLimits, ...parts.limits };
  const gate = new Gate({
    hub,
    armMs: limits.armMs,
    now,
    newId,
    ...(parts.automatic ? { automatic: parts.automatic } : {}),
    keep: (settled) => keeper.keep(settled),
    withdrawn: (settled) => keeper.withdrawn(settled),
  });
  const vault = createVault(tables.secrets, parts.openCipher);
  const launchSecrets = rememberingVault(vault);
  const schemas = createSchemas({ workerFile: parts.workerFile });
  const permits: Permits = new Permits({
    now,
    spend: (id, at) => tables.decisions.spend(id, at),
    digestNow: (key, tool) => servers.find(key)?.tool(tool)?.digest,
  });
  const processes = new ProcessTable(tables.processes, limits.graceMs);
  const pinned = JSON.parse(await readFile(parts.catalogueFile, 'utf8')) as Readonly<Record<string, PinnedServer>>;
  const servers = new Servers({
    hub,
    db,
    gate,
    permits,
    schemas,
    now,
    random: Math.random,
    limits,
    trust: tables.trust,
    eras: tables.eras,
    switches: tables.switches,
    secretsOf: (entry) => {
      const own = entrySecrets(entry, parts.environment);
      return () => [...own, ...launchSecrets.given()];
    },
    bundled: Object.entries(pinned).map(([key, { tools, instructions }]) => ({
      key,
      catalog: toCatalog(tools, instructions),
      launcher: parts.bundledLauncher(key),
    })),
    launcher: launcherFor({
      processes,
      environment: parts.launchEnvironment,
      home: parts.home,
      secrets: launchSecrets.vault,
      fetch: createHostFetch(parts.network ?? nodeStack, () => settings.current),
      now,
      timing: limits,
    }),
    bundledOff: {
      get: () => z.array(z.string()).catch([]).parse(tables.settings.get('bundledOff')),
      set: (keys) => tables.settings.set('bundledOff', keys),
    },
    onRemoved: (key) => {
      tables.trust.forget(key);
      tables.switches.forget(key);
      rules.forgetServer(key);
    },
  });
  const secrets = new KeptSecrets({
    vault,
    publish: (event) => hub.publish('secrets', {}, event),
    onSet: (name) => servers.secretSet(name),
  });
  const conversations = new Conversations({
    db,
    log: tables.log,
    chats: tables.chats,
    hub,
    now,
    onSaved: (saved, detail) => (saved ? notices.clear('not-saved') : notices.raise('not-saved', detail)),
  });
  const resources = new Resources({
    hub,
    find: (key) => servers.find(key),
    all: () => servers.all(),
    pinned: new Map(
      Object.entries(pinned).map(([key, p]) => [key, toListing(p.resources ?? [], p.resourceTemplates ?? [], p.completes === true)]),
    ),
    now,
  });
  const attachments = new Attachments({
    table: tables.attachments,
    hub,
    now,
    newId,
    readResource: (key, uri) => resources.read(key, uri),
    titleOf: (key, uri) => resources.titleOf(key, uri),
    readFile: (typed) => readTextFile(typed, { home: parts.home, userData: parts.userData }),
  });
  const { localEndpoints = [], report } = parts;
  const providers = new Providers({ table: tables.providers, vault, hub, localEndpoints, report });
  const models = createModels({ environment: parts.environment, providers });
  const publishModels = (): void =>
    hub.publish('models', {}, { type: 'models.changed', models: [...models.views()], selected: models.selectedId(settings.current.model) });
  settings.follow(publishModels);
  providers.follow(publishModels);
  const call: CallParts = {
    server: (key) => servers.find(key),
    schemas,
    gate,
    rules,
    permits,
    decisions: tables.decisions,
    rate: new CallRate(now),
    settings: () => settings.current,
    now,
    newId,
    voided: (decision) => keeper.void({ decision }),
  };
  const turns = new Turns({
    conversations,
    attachments,
    models,
    gate,
    decisions: tables.decisions,
    call,
    settings: () => settings.current,
    now,
    newId,
    onModelRequest: (conversationId, turnId, request) => audit.modelRequests.sent(conversationId, turnId, request, now()),
    offered: () => ({
      tools: servers.all().flatMap((server) => server.usableTools().map((tool) => ({ serverKey: server.spec.key, tool }))),
      advice: servers.all().flatMap((server) => {
        const instructions = server.usableTools().length > 0 ? server.instructions() : undefined;
        return instructions === undefined ? [] : [{ serverKey: server.spec.key, instructions }];
      }),
    }),
  });
  const playground = new Playground({
    hub,
    db,
    call,
    now,
    newId,
    ended: enterRuns({ journal: audit.journal, decisions: tables.decisions, onUnsaved: (detail) => notices.raise('not-saved', detail) }),
  });
  turns.recover();
  const retry = setInterval(() => {
    if (conversations.retryUnsaved()) keeper.retry();
  }, 2000);
  retry.unref();
  const config = new McpConfig(path.join(parts.userData, 'mcp.json'));
  // Leftovers of a crash end first: a server of the same name must not meet its older self.
  const swept = await processes.sweep();
  if (swept.some(({ outcome }) => outcome !== 'gone'))
    notices.raise('orphans-swept', swept.map((row) => `${row.serverKey}: ${row.pid} ${row.outcome}`).join('\n'));
  await followConfig(config, servers, notices);

  const handlers = createHandlers({
    conversations,
    turns,
    gate,
    rules,
    servers,
    resources,
    attachments,
    config,
    settings,
    secrets,
    models,
    providers,
    notices,
    playground,
    places: { home: parts.home, platform: process.platform, environment: parts.environment },
    surface: parts.surface,
    newId,
    audit,
  });
  providers.findLocal().catch(report);
  const close = createClose({
    stopWork: async () => {
      clearInterval(retry);
      await config.close();
      await Promise.all([turns.stopAll(), playground.stopAll()]);
      resources.close();
      gate.withdraw('quit');
    },
    closeServers: (force) => servers.close(force),
    finish: async () => {
      await schemas.close();
      conversations.retryUnsaved();
      keeper.retry();
      db.close();
    },
  });
  return {
    routes: { chat: createRoute('chat', handlers, hub, parts.report), decisions: createRoute('decisions', handlers, hub, parts.report) },
    hub,
    database: db,
    decisionsGone: () => gate.disarm(),
    close,
  };
}
