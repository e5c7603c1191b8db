import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { offeredBy } from './agent/offered.ts';
import { readAtStake } from './agent/readAtStake.ts';
import { Turns } from './agent/turns.ts';
import { openAudit } from './audit/audit.ts';
import { createClose } from './closeHost.ts';
import { openSignIns } from './auth/openSignIns.ts';
import { openDesktop } from './desktop/openDesktop.ts';
import { enterRuns } from './audit/runsByHand.ts';
import { Conversations, loadConversation } from './conversation/conversations.ts';
import { readTextFile } from './conversation/textFile.ts';
import { Gate } from './decision/gate.ts';
import { DecisionKeeper } from './decision/keeper.ts';
import { Permits } from './decision/permits.ts';
import { RuleDrafts } from './decision/ruleDrafts.ts';
import { Rules } from './decision/rules.ts';
import type { Host, HostParts, PinnedServer } from './hostParts.ts';
import { openResources, recallAttached, type ResourceHost } from './resourceHost.ts';
import { createHandlers } from './ipc/handlers.ts';
import { openRoutes } from './ipc/openRoutes.ts';
import { TopicHub } from './ipc/topicHub.ts';
import { CallMedia } from './mcp/callMedia.ts';
import { CallRate } from './mcp/callRate.ts';
import type { CallParts } from './mcp/callTool.ts';
import { ChatFolders } from './mcp/chatFolders.ts';
import { toCatalog } from './mcp/catalog.ts';
import { secretsFor } from './mcp/entrySecrets.ts';
import { McpConfig } from './mcp/mcpConfig.ts';
import { defaultLimits, type Limits } from './mcp/limits.ts';
import { Playground } from './mcp/playground.ts';
import { endLeftovers } from './mcp/leftovers.ts';
import { ProcessTable } from './mcp/processes.ts';
import { launcherFor } from './mcp/launcherFor.ts';
import { pinnedPrompts } from './mcp/promptList.ts';
import { Prompts } from './mcp/prompts.ts';
import { ruleTarget } from './mcp/ruleTarget.ts';
import { SamplingPictures } from './mcp/samplingPictures.ts';
import { ServerIcons } from './mcp/serverIcons.ts';
import { Servers } from './mcp/servers.ts';
import { testServer } from './mcp/testServer.ts';
import { StartSlots } from './mcp/startSlots.ts';
import { createModels } from './models/models.ts';
import { Providers } from './models/providers.ts';
import { createHostFetch, nodeStack } from './net/hostFetch.ts';
import { KeptSecrets } from './secrets/keptSecrets.ts';
import { rememberingVault } from './secrets/seenSecrets.ts';
import { createVault } from './secrets/vault.ts';
import { Notices } from './notices.ts';
import { createSchemas } from './schema/schemas.ts';
import { bundledOffIn } from './settings/bundledOff.ts';
import { SettingsStore } from './settings/settingsStore.ts';
import { followConfig } from './mcp/followConfig.ts';
import { openDatabase } from './storage/database.ts';
import { Retry } from './storage/retry.ts';
import { openTables } from './storage/tables.ts';

export type { Host, HostParts } from './hostParts.ts';

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
  const retry: Retry = new Retry(() => conversations.retryUnsaved() && keeper.retry());
  const keeper = new DecisionKeeper(tables.decisions, now, () => retry.soon());
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
  const { localEndpoints = [], report, network = nodeStack } = parts;
  const fetch = createHostFetch(network, () => settings.current);
  const vault = createVault(tables.secrets, parts.openCipher);
  const launchSecrets = rememberingVault(vault);
  const { journal } = audit;
  const signIns = openSignIns({ parts, gate, vault, fetch, settings, kept: tables.settings, now, limits, journal });
  const given = (): readonly string[] => [...launchSecrets.given(), ...signIns.secrets()];
  const schemas = createSchemas({ workerFile: parts.workerFile });
  const permits: Permits = new Permits({
    now,
    spend: (id, at) => tables.decisions.spend(id, at),
    addRound: (id, round, digest, at) => tables.decisions.addRound(id, round, digest, at),
    spendRound: (id, round, at) => tables.decisions.spendRound(id, round, at),
    digestNow: (key, tool) => servers.find(key)?.tool(tool)?.digest,
  });
  const processes = new ProcessTable(tables.processes, limits.graceMs);
  const providers = new Providers({ table: tables.providers, vault, hub, localEndpoints, fetch, report });
  const models = createModels({ environment: parts.environment, providers, fetch });
  const pinned = JSON.parse(await readFile(parts.catalogueFile, 'utf8')) as Readonly<Record<string, PinnedServer>>;
  const chatFolders = new ChatFolders({ table: tables.chatFolders, userData: parts.userData, home: parts.home });
  const pictures = new SamplingPictures();
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
    inbound: {
      chatFolders,
      pictures,
      table: tables.permissions,
      userData: parts.userData,
      home: parts.home,
      openLink: parts.openLink,
      models: {
        views: () => models.views(),
        provider: (id) => models.provider(id),
        selectedId: () => models.selectedId(settings.current.model),
      },
    },
    eras: tables.eras,
    eraPins: tables.eraPins,
    healthMs: () => settings.current.healthCheckSeconds * 1000,
    switches: tables.switches,
    slots: new StartSlots(),
    secretsOf: secretsFor(parts.environment, given),
    bundled: Object.entries(pinned).map(([key, { tools, instructions }]) => ({
      key,
      catalog: toCatalog(tools, instructions),
      launcher: parts.bundledLauncher(key),
    })),
    signIns,
    launcher: launcherFor({
      signIns,
      processes,
      environment: parts.launchEnvironment,
      home: parts.home,
      secrets: launchSecrets.vault,
      fetch,
      now,
      timing: limits,
    }),
    modelReads: (key) => house.resourceChoices.of(key).modelReads,
    bundledOff: bundledOffIn(tables.settings),
    onRemoved: (key) => {
      for (const table of [tables.trust, tables.switches, tables.permissions, tables.eraPins]) table.forget(key);
      house.resourceChoices.forget(key);
      chatFolders.forgetServer(key);
      rules.forgetServer(key);
      signIns.forget(key);
    },
  });
  const secrets = new KeptSecrets({
    vault,
    publish: (event) => hub.publish('secrets', {}, event),
    onSet: (name) => servers.secretSet(name),
  });
  const conversations = new Conversations({
    db,
    tables,
    hub,
    now,
    onSaved: (saved, detail) => {
      if (saved) return notices.clear('not-saved');
      notices.raise('not-saved', detail);
      retry.soon();
    },
  });
  const lists = { hub, find: (key: string) => servers.find(key), all: () => servers.all(), now };
  const prompts = new Prompts({ ...lists, pinned: pinnedPrompts(pinned), newId, rereadMs: limits.rereadMs });
  const house: ResourceHost = openResources({
    hub,
    tables,
    servers,
    pinned,
    now,
    newId,
    readFile: (typed) => readTextFile(typed, { home: parts.home, userData: parts.userData }),
  });
  const { attachments } = house;
  const publishModels = (): void =>
    hub.publish('models', {}, { type: 'models.changed', models: [...models.views()], selected: models.selectedId(settings.current.model) });
  settings.follow(publishModels);
  providers.follow(publishModels);
  const callMedia = new CallMedia(tables.media);
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
    traceContext: () => settings.current.traceContext,
    keepMedia: (conversationId, data) => callMedia.keep(conversationId, data),
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
    picture: (conversationId, media) => callMedia.find(conversationId, media),
    offered: () => offeredBy(servers),
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
  const config = new McpConfig(path.join(parts.userData, 'mcp.json'));
  // Leftovers of a crash end first: a server of the same name must not meet its older self.
  await endLeftovers(processes, notices);
  await followConfig(config, servers, notices);
  recallAttached(house);
  const desktop = openDesktop({ host: parts, hub, servers, tables, given });
  const handlers = createHandlers({
    ...desktop,
    conversations,
    turns,
    gate,
    rules,
    ruleDrafts: new RuleDrafts({ rules, gate, decisions: tables.decisions, target: ruleTarget(servers), now, newId }),
    servers,
    ...house,
    prompts,
    callMedia,
    signIns,
    config,
    settings,
    secrets,
    models,
    providers,
    notices,
    playground,
    icons: new ServerIcons(fetch),
    chatFolders,
    chatFiles: { db, tables, conversations, places: parts, now, newId },
    pictures,
    testServer: (server) => testServer(server, now, limits.startMs),
    places: { home: parts.home, platform: process.platform, environment: parts.environment },
    surface: parts.surface,
    newId,
    audit,
  });
  providers.findLocal().catch(report);
  const close = createClose({
    stopWork: async (because) => {
      gate.withdraw(because); // before turns are stopped, which would take them back as stopped
      await Promise.all([config.close(), turns.stopAll(), playground.stopAll()]);
      house.close();
      prompts.close();
      gate.withdraw(because);
    },
    closeServers: (force) => servers.close(force),
    finish: async () => {
      await schemas.close();
      conversations.retryUnsaved();
      keeper.retry();
      retry.stop();
      db.close();
    },
  });
  return {
    routes: openRoutes(handlers, hub, { now, report }),
    hub,
    database: db,
    decisionsGone: () => gate.disarm(),
    secrets: desktop.secrets,
    lookForUpdate: () => desktop.updates.check(),
    atStake: () => readAtStake({ turns, hub, decisions: tables.decisions, gate, conversations }),
    close,
  };
}
