import type { Handlers } from '#shared/ipc/contract.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import type { Turns } from '../agent/turns.ts';
import { exportJournal } from '../audit/exportJournal.ts';
import type { Audit } from '../audit/audit.ts';
import type { Updates } from '../desktop/updates.ts';
import type { Attachments } from '../conversation/attachments.ts';
import type { Conversations } from '../conversation/conversations.ts';
import type { Gate } from '../decision/gate.ts';
import type { RuleDrafts } from '../decision/ruleDrafts.ts';
import type { Rules } from '../decision/rules.ts';
import type { CallMedia } from '../mcp/callMedia.ts';
import type { McpConfig } from '../mcp/mcpConfig.ts';
import type { Prompts } from '../mcp/prompts.ts';
import type { Servers } from '../mcp/servers.ts';
import type { Models } from '../models/models.ts';
import type { Providers } from '../models/providers.ts';
import type { Notices } from '../notices.ts';
import type { KeptSecrets } from '../secrets/keptSecrets.ts';
import { createChatHandlers } from './chatHandlers.ts';
import { createDesktopHandlers } from './desktopHandlers.ts';
import { createResourceHandlers, type ResourceHandlerParts } from './resourceHandlers.ts';
import { createPromptHandlers } from './promptHandlers.ts';
import { createFolderHandlers, type FolderHandlerParts } from './folderHandlers.ts';
import { type ChatFileHandlerParts, createChatFileHandlers } from './chatFileHandlers.ts';
import { createServerHandlers, type ServerHandlerParts } from './serverHandlers.ts';
import type { SettingsStore } from '../settings/settingsStore.ts';

/** What the shell around the host does for it. */
export interface Surface {
  setHeight(height: number): void;
  leave(): void;
  visit(): void;
  openLink(url: string): Promise<boolean>;
  /** Asks in a native dialog where to save; undefined when the person gave up. Absent where there is no window. */
  chooseSave?(suggestedName: string): Promise<string | undefined>;
  /** Asks for one file in the system's own dialog; undefined when none was picked. */
  pickFile(): Promise<string | undefined>;
  /** The same for a folder. Absent where there is no window. */
  pickFolder?(): Promise<string | undefined>;
  about(): {
    readonly version: string;
    readonly electron: string;
    readonly chrome: string;
    readonly node: string;
    readonly userData: string;
    /** The operating system and its version. */
    readonly system?: string;
    /** Whether the build brings a file of third-party notices. */
    readonly hasNotices?: boolean;
    readonly blockedRequests: number;
  };
  /** That file's text. */
  notices?(): Promise<string>;
  /** The paths of what was dropped on the chat page just now, told by the system; each drop is taken once. */
  takeDropped?(): readonly string[];
  copyText?(text: string): void;
  /** Shows our own folder of logs; false when the system would not. */
  openLogs?(): Promise<boolean>;
}
export interface HandlerParts extends Omit<ServerHandlerParts, 'chooseSave'>, ResourceHandlerParts, Omit<FolderHandlerParts, 'pickFolder'> {
  readonly chatFiles: ChatFileHandlerParts['chatFiles'];
  readonly conversations: Conversations;
  readonly turns: Turns;
  readonly gate: Gate;
  readonly rules: Rules;
  readonly ruleDrafts: RuleDrafts;
  readonly servers: Servers;
  readonly prompts: Prompts;
  readonly callMedia: CallMedia;
  readonly attachments: Attachments;
  readonly config: McpConfig;
  readonly settings: SettingsStore;
  readonly models: Models;
  readonly providers: Providers;
  readonly secrets: KeptSecrets;
  readonly notices: Notices;
  readonly surface: Surface;
  readonly newId: () => string;
  readonly audit: Audit;
  readonly updates: Updates;
  readonly diagnostics: () => string;
}

/** One line a request, no logic. */
export function createHandlers(parts: HandlerParts): Handlers {
  const { conversations, turns, gate, rules, servers, config, settings, notices, surface, newId, audit } = parts;
  const { models, providers, secrets, ruleDrafts } = parts;
  const configured = (key: string): string => {
    if (!servers.get(key).spec.entry) throw new FailureError('unavailable', `${key} is bundled`);
    return key;
  };
  return {
    'chat.create': async () => ({ conversationId: parts.chatFolders.begin(newId()) }),
    ...createChatHandlers(parts),
    'chat.rename': async ({ conversationId, title }) => conversations.rename(conversationId, title),
    'chat.delete': async ({ conversationId }) => {
      turns.stop(conversationId);
      conversations.delete(conversationId);
    },
    'chat.restore': async ({ conversationId }) => conversations.restore(conversationId),
    ...createResourceHandlers(parts),
    'conversation.stop': async ({ conversationId }) => turns.stop(conversationId),
    'conversation.page': async ({ conversationId, beforeTurnId }) => conversations.page(conversationId, beforeTurnId),
    'call.text': async (place) => ({ text: conversations.resultText(place) }),
    'call.useAnyway': async (place) => conversations.useAnyway(place),
    'call.media': async ({ conversationId, id }) => parts.callMedia.read(conversationId, id),
    'server.review': async ({ key }) => servers.get(key).review(),
    'server.restart': async ({ key }) => servers.get(key).restart(),
    'server.setDisabled': async ({ key, disabled }) =>
      servers.get(key).spec.entry ? config.setDisabled(key, disabled) : servers.switchBundled(key, disabled),
    'server.save': async ({ key, entry }) => {
      if (servers.find(key) && !servers.get(key).spec.entry) throw new FailureError('unavailable', `${key} is bundled`);
      await config.save(key, entry);
    },
    'server.remove': async ({ key }) => config.remove(configured(key)),
    'secret.set': async ({ name, value }) => secrets.set(name, value),
    'secret.remove': async ({ name }) => secrets.remove(name),
    'vault.kind': async () => secrets.kind(),
    ...createServerHandlers({ ...parts, chooseSave: (name) => surface.chooseSave?.(name) ?? Promise.resolve(undefined) }),
    ...createFolderHandlers({ ...parts, pickFolder: () => surface.pickFolder?.() ?? Promise.resolve(undefined) }),
    ...createChatFileHandlers(parts),
    'settings.change': async ({ change }) => settings.change(change),
    'provider.save': async (draft) => providers.save(draft),
    'provider.remove': async ({ id }) => providers.remove(id),
    'provider.setKey': async ({ id, key }) => providers.setKey(id, key),
    'provider.test': async ({ id }) => providers.test(id, (modelId) => models.provider(modelId)),
    'provider.models': async ({ id }) => providers.models(id),
    'provider.discover': async () => providers.discover(),
    'rule.revoke': async ({ id }) => rules.revoke(id),
    'rule.save': async ({ draft }) => ruleDrafts.save(draft),
    'rule.preview': async ({ draft }) => ruleDrafts.preview(draft),
    'server.setSampling': async ({ key, on }) => servers.get(key).inbound.setSampling(on),
    'server.addFolder': async ({ key, path, evenUserData }) => servers.get(key).inbound.addFolder(path, evenUserData),
    'server.removeFolder': async ({ key, path }) => servers.get(key).inbound.removeFolder(path),
    'notice.dismiss': async ({ id }) => notices.dismiss(id),
    'link.open': async ({ url }) => ({ opened: await surface.openLink(url) }),
    ...createDesktopHandlers(parts),
    ...createPromptHandlers(parts),
    'journal.page': async ({ filter, before, limit }) => audit.journal.page(filter, limit, before),
    'journal.servers': async () => audit.journal.servers(),
    'journal.verify': async () => audit.journal.verify(),
    'journal.export': async (wish) => exportJournal(audit.journal, wish, surface.chooseSave?.bind(surface)),
    'turn.trace': async ({ conversationId, turnId }) => audit.trace(conversationId, turnId),
    'turn.modelRequest': async ({ conversationId, turnId, round }) => audit.modelRequest(conversationId, turnId, round),
    'decision.visit': async () => surface.visit(),
    'decision.settle': async ({ id, answer, content }) => gate.settle(id, answer, content),
    'decision.allowTogether': async ({ ids }) => gate.allowTogether(ids),
    'decision.amend': async ({ id, text }) => gate.amend(id, text),
    'decision.openAgain': async ({ id }) => gate.again(id),
    'decision.painted': async ({ ids }) => gate.painted(ids),
    'surface.height': async ({ height }) => surface.setHeight(height),
    'surface.leave': async () => surface.leave(),
  };
}
