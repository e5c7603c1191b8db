import * as z from 'zod';
import { AttachmentsEvent, noAttachments, reduceAttachments } from '../conversation/attachments.ts';
import { CommandsEvent, noCommand, reduceCommands } from '../commands/given.ts';
import { ChatsEvent, noChats, reduceChats } from '../conversation/chats.ts';
import { ContextView } from '../conversation/context.ts';
import { ConversationFrame } from '../conversation/events.ts';
import { emptyConversation, reduceConversation, type Turn } from '../conversation/state.ts';
import { Answer, Content, DecisionEvent, noDecisions, reducePending } from '../decision/decision.ts';
import { noUpdates, reduceUpdates, UpdatesEvent } from '../desktop/updates.ts';
import { ChainedEntry, ChainReport, JournalEvent, JournalFilter, noJournal, reduceJournal } from '../journal/journal.ts';
import { ModelRequestView } from '../journal/modelView.ts';
import { TurnTrace } from '../journal/turnTrace.ts';
import { ModelsEvent, noModels, reduceModels } from '../models/models.ts';
import { noProviders, ProviderDraft, ProvidersEvent, reduceProviders } from '../models/providers.ts';
import { ModelList, ProviderTest } from '../models/providerTest.ts';
import { NoticesEvent, noNotices, reduceNotices } from '../notices.ts';
import { noPrompts, PromptsEvent, reducePrompts } from '../prompts/prompts.ts';
import { noRules, reduceRules, RuleDraft, RulesEvent } from '../policy/policy.ts';
import { RulePreview } from '../policy/preview.ts';
import { noResources, reduceResources, ResourcesEvent } from '../resources/resources.ts';
import { noSecrets, reduceSecrets, SecretName, SecretsEvent } from '../secrets/secrets.ts';
import { ServerEntry } from '../servers/config.ts';
import { emptyPlayground, reducePlayground } from '../servers/playground.ts';
import { noServers, reduceServers, ServersEvent } from '../servers/status.ts';
import { defaultSettings, reduceSettings, SettingsChange, SettingsEvent } from '../settings/settings.ts';
import { noResourceChoices, reduceResourceChoices, ResourceChoicesEvent } from '../resources/choices.ts';
import { resourceRequests } from './resourceRequests.ts';
import { chatRequests } from './chatRequests.ts';
import { callRequests } from './callRequests.ts';
import { promptRequests } from './promptRequests.ts';
import { chatFileRequests } from './chatFileRequests.ts';
import { folderRequests } from './folderRequests.ts';
import { serverRequests } from './serverRequests.ts';
import { request, topic, type Audience, type Audiences } from './define.ts';

const chat: Audiences = ['chat'];
const decisions: Audiences = ['decisions'];
const both: Audiences = ['chat', 'decisions'];
const Id = z.string().min(1).max(200);
const conversation = z.strictObject({ conversationId: Id });
const server = z.strictObject({ key: Id });
const Uri = z.string().min(1).max(4096);
const LeaveOut = z.array(z.strictObject({ serverKey: Id, uri: Uri })).max(50);
const AttachmentIds = z.array(Id).max(50);

/** Everything a page may ask of main. Nothing else crosses. */
export const requests = {
  'chat.create': request(chat, z.strictObject({}), z.object({ conversationId: z.string() })),
  ...chatRequests,
  'chat.rename': request(chat, z.strictObject({ conversationId: Id, title: z.string().trim().min(1).max(200) }), z.void()),
  /** Hidden at once; `chat.restore` takes it back until the app ends, then it is gone. */
  'chat.delete': request(chat, conversation, z.void()),
  'chat.restore': request(chat, conversation, z.void()),
  'conversation.send': request(
    chat,
    /**
     * `attachmentIds` are of attachments that the chat page saw attached; they leave the draft together with the text. `leaveOut` are always
     * attached resources that the person would rather do without this time.
     */
    z.strictObject({
      conversationId: Id,
      text: z.string().min(1).max(1_000_000),
      attachmentIds: AttachmentIds.optional(),
      leaveOut: LeaveOut.optional(),
    }),
    z.object({ turnId: z.string() }),
  ),
  'conversation.stop': request(chat, conversation, z.void()),
  /** Turns before `beforeTurnId`, oldest first, at most 100. */
  'conversation.page': request(
    chat,
    z.strictObject({ conversationId: Id, beforeTurnId: Id }),
    z.object({ turns: z.custom<readonly Turn[]>(Array.isArray), earlier: z.boolean() }),
  ),
  /** What the next request to the model would hold, told by the very code that makes it. */
  'conversation.context': request(
    chat,
    z.strictObject({ conversationId: Id, text: z.string().max(1_000_000), attachmentIds: AttachmentIds }),
    ContextView,
  ),
  /** A picture or sound of a result, by the name in its block. */
  'call.media': request(
    chat,
    z.strictObject({ conversationId: Id, id: z.string().regex(/^[0-9a-f]{64}$/) }),
    z.object({ mimeType: z.string(), data: z.instanceof(Uint8Array<ArrayBuffer>) }),
  ),
  /** A piece of a long result's text, from a character on; empty at its end. */
  'call.text': request(
    chat,
    z.strictObject({
      conversationId: Id,
      turnId: Id,
      callId: Id,
      block: z.int().min(0).max(10_000),
      from: z.int().min(0).max(100_000_000),
    }),
    z.object({ text: z.string() }),
  ),
  ...resourceRequests,
  /** Asks again about a server whose review was denied. The answer is given on the decision page. */
  'server.review': request(chat, server, z.void()),
  'server.restart': request(chat, server, z.void()),
  'server.setDisabled': request(chat, z.strictObject({ key: Id, disabled: z.boolean() }), z.void()),
  /** Writes the entry to mcp.json; it starts only after its review on the decision page. */
  'server.save': request(chat, z.strictObject({ key: Id, entry: ServerEntry }), z.void()),
  'server.remove': request(chat, server, z.void()),
  /** Into the vault. No request gives it back. */
  'secret.set': request(chat, z.strictObject({ name: SecretName, value: z.string().min(1).max(65_536) }), z.void()),
  'secret.remove': request(chat, z.strictObject({ name: SecretName }), z.void()),
  /** Where what is put into the vault will be kept; asks the key store, and the topic `secrets` then says it too. */
  'vault.kind': request(chat, z.strictObject({}), z.enum(['keychain', 'memory'])),
  ...serverRequests,
  ...callRequests,
  ...promptRequests,
  ...folderRequests,
  ...chatFileRequests,
  'settings.change': request(chat, z.strictObject({ change: SettingsChange }), z.void()),
  /** Adds a provider, or changes one. Another origin than before drops its key. */
  'provider.save': request(chat, ProviderDraft, z.object({ id: z.string() })),
  'provider.remove': request(chat, z.strictObject({ id: Id }), z.void()),
  /** Goes into the vault and never comes back out to a page; an empty one takes it away. */
  'provider.setKey': request(chat, z.strictObject({ id: Id, key: z.string().max(8192) }), z.void()),
  'provider.test': request(chat, z.strictObject({ id: Id }), ProviderTest),
  /** The models that the endpoint itself lists. */
  'provider.models': request(chat, z.strictObject({ id: Id }), ModelList),
  /** Looks for models on this computer, and where keys are kept; the answer is the topic `providers`. */
  'provider.discover': request(chat, z.strictObject({}), z.void()),
  'rule.revoke': request(chat, z.strictObject({ id: Id }), z.void()),
  /** A rule that denies or asks is made at once; one that allows is asked about on the decision page first (`asked`). */
  'rule.save': request(chat, z.strictObject({ draft: RuleDraft }), z.object({ asked: z.boolean() })),
  /** Which of the latest calls the rule would have answered, together with the rules that stand. */
  'rule.preview': request(chat, z.strictObject({ draft: RuleDraft }), RulePreview),
  'server.setSampling': request(chat, z.strictObject({ key: Id, on: z.boolean() }), z.void()),
  /** Gives a folder to a server as a root. One that holds Steward's own data is given only with `evenUserData`. */
  'server.addFolder': request(
    chat,
    z.strictObject({ key: Id, path: z.string().min(1).max(4096), evenUserData: z.boolean() }),
    z.object({ added: z.boolean(), holdsUserData: z.boolean() }),
  ),
  'server.removeFolder': request(chat, z.strictObject({ key: Id, path: z.string().min(1).max(4096) }), z.void()),
  'notice.dismiss': request(chat, z.strictObject({ id: Id }), z.void()),
  /** Opens an https link in the system browser, after main has asked in a dialog of its own. */
  'link.open': request(chat, z.strictObject({ url: z.string().max(4096) }), z.object({ opened: z.boolean() })),
  'about.read': request(
    chat,
    z.strictObject({}),
    z.object({
      version: z.string(),
      electron: z.string(),
      chrome: z.string(),
      node: z.string(),
      userData: z.string(),
      system: z.string(),
      hasNotices: z.boolean(),
      /** What pages were kept from loading or running since the start. */
      blockedRequests: z.number(),
    }),
  ),
  /** What the makers of the parts of Steward want to be said; empty where the build has none. */
  'about.notices': request(chat, z.strictObject({}), z.object({ text: z.string() })),
  /** What would be copied: everything that helps to find a fault, and no secret, message, argument or result. */
  'diagnostics.read': request(chat, z.strictObject({}), z.object({ text: z.string() })),
  /** Main puts the same on the clipboard. */
  'diagnostics.copy': request(chat, z.strictObject({}), z.void()),
  /** Shows the folder of logs in the system's own file viewer. */
  'logs.open': request(chat, z.strictObject({}), z.object({ opened: z.boolean() })),
  /** Where newer versions are looked for; empty for nowhere. Main asks in a dialog of its own before a feed is taken. */
  'update.setFeed': request(chat, z.strictObject({ url: z.string().max(2048) }), z.object({ taken: z.boolean() })),
  'update.check': request(chat, z.strictObject({}), z.void()),
  /** Main asks in dialogs of its own before it fetches, and before it restarts. */
  'update.download': request(chat, z.strictObject({}), z.void()),
  'update.install': request(chat, z.strictObject({}), z.void()),
  /** Entries of the journal before the one numbered `before`, newest first. */
  'journal.page': request(
    chat,
    z.strictObject({ filter: JournalFilter, before: z.number().optional(), limit: z.number().int().min(1).max(500).default(200) }),
    z.object({ entries: z.array(ChainedEntry), more: z.boolean() }),
  ),
  /** Every server that the journal speaks of. */
  'journal.servers': request(chat, z.strictObject({}), z.array(z.string())),
  /** Walks the whole chain of hashes. */
  'journal.verify': request(chat, z.strictObject({}), ChainReport),
  /** Saves entries as JSON Lines: to a new file at `path`, or where a native dialog says; null when the person gave up there. */
  'journal.export': request(
    chat,
    z.strictObject({ filter: JournalFilter, path: z.string().max(4096).optional() }),
    z.object({ path: z.string(), entries: z.number() }).nullable(),
  ),
  /** What happened in a turn, as a waterfall. */
  'turn.trace': request(chat, z.strictObject({ conversationId: Id, turnId: Id }), TurnTrace),
  /** What the model saw in one round of a turn, counted from 0. */
  'turn.modelRequest': request(
    chat,
    z.strictObject({ conversationId: Id, turnId: Id, round: z.number().int().min(0).max(100_000) }),
    ModelRequestView,
  ),
  /** Moves the keyboard to the decision page when something waits there. */
  'decision.visit': request(chat, z.strictObject({}), z.void()),
  'decision.settle': request(decisions, z.strictObject({ id: Id, answer: Answer, content: Content.optional() }), z.void()),
  /** Allows several calls of one round to one tool, once each: all of them, or none when one takes no answer. */
  'decision.allowTogether': request(decisions, z.strictObject({ ids: z.array(Id).min(2).max(50) }), z.void()),
  /** Replaces the arguments of a waiting call: the old decision is withdrawn and a new one asked from these very bytes. */
  'decision.amend': request(decisions, z.strictObject({ id: Id, text: z.string().max(2_000_000) }), z.void()),
  /** Opens once more the pages that a waiting card is about; the person agreed to each of them before. */
  'decision.openAgain': request(decisions, z.strictObject({ id: Id }), z.void()),
  /** A card has been painted whole: main starts its clock of 800 ms. */
  'decision.painted': request(decisions, z.strictObject({ ids: z.array(Id).max(200) }), z.void()),
  /** The height in CSS pixels that the cards would like; main decides. */
  'surface.height': request(decisions, z.strictObject({ height: z.number().min(0).max(10_000) }), z.void()),
  /** Escape: gives the keyboard back to the chat page. */
  'surface.leave': request(decisions, z.strictObject({}), z.void()),
} as const;

/** Everything a page may watch. */
export const topics = {
  chats: topic({ audience: chat, key: z.strictObject({}), event: ChatsEvent, initial: noChats, reduce: reduceChats }),
  conversation: topic({
    audience: chat,
    key: conversation,
    event: ConversationFrame,
    initial: emptyConversation,
    reduce: reduceConversation,
  }),
  decisions: topic({ audience: both, key: z.strictObject({}), event: DecisionEvent, initial: noDecisions, reduce: reducePending }),
  servers: topic({ audience: chat, key: z.strictObject({}), event: ServersEvent, initial: noServers, reduce: reduceServers }),
  /** Calls by hand, each a turn with one call; until the app ends. */
  playground: topic({
    audience: chat,
    key: z.strictObject({}),
    event: ConversationFrame,
    initial: emptyPlayground,
    reduce: reducePlayground,
  }),
  models: topic({ audience: chat, key: z.strictObject({}), event: ModelsEvent, initial: noModels, reduce: reduceModels }),
  providers: topic({ audience: chat, key: z.strictObject({}), event: ProvidersEvent, initial: noProviders, reduce: reduceProviders }),
  settings: topic({ audience: both, key: z.strictObject({}), event: SettingsEvent, initial: defaultSettings, reduce: reduceSettings }),
  secrets: topic({ audience: chat, key: z.strictObject({}), event: SecretsEvent, initial: noSecrets, reduce: reduceSecrets }),
  rules: topic({ audience: chat, key: z.strictObject({}), event: RulesEvent, initial: noRules, reduce: reduceRules }),
  journal: topic({ audience: chat, key: z.strictObject({}), event: JournalEvent, initial: noJournal, reduce: reduceJournal }),
  resources: topic({ audience: chat, key: z.strictObject({}), event: ResourcesEvent, initial: noResources, reduce: reduceResources }),
  prompts: topic({ audience: chat, key: z.strictObject({}), event: PromptsEvent, initial: noPrompts, reduce: reducePrompts }),
  /** What goes with the next message of a chat; the chat that does not exist yet is called `new`. */
  attachments: topic({
    audience: chat,
    key: conversation,
    event: AttachmentsEvent,
    initial: noAttachments,
    reduce: reduceAttachments,
  }),
  /** What the menu, the tray or a notification wants of the chat page. */
  commands: topic({ audience: chat, key: z.strictObject({}), event: CommandsEvent, initial: noCommand, reduce: reduceCommands }),
  resourceChoices: topic({
    audience: chat,
    key: z.strictObject({}),
    event: ResourceChoicesEvent,
    initial: noResourceChoices,
    reduce: reduceResourceChoices,
  }),
  updates: topic({ audience: chat, key: z.strictObject({}), event: UpdatesEvent, initial: noUpdates, reduce: reduceUpdates }),
  notices: topic({ audience: chat, key: z.strictObject({}), event: NoticesEvent, initial: noNotices, reduce: reduceNotices }),
} as const;

type Requests = typeof requests;
type Topics = typeof topics;
export type RequestName = keyof Requests;
export type TopicName = keyof Topics;
export type Input<R extends RequestName> = z.input<Requests[R]['input']>;
export type ParsedInput<R extends RequestName> = z.output<Requests[R]['input']>;
export type Output<R extends RequestName> = z.output<Requests[R]['output']>;
export type TopicKey<T extends TopicName> = z.output<Topics[T]['key']>;
export type TopicEvent<T extends TopicName> = z.output<Topics[T]['event']>;
export type TopicState<T extends TopicName> = Topics[T]['initial'];
/** Exhaustive by construction: a request without a handler does not compile. */
export type Handlers = { readonly [R in RequestName]: (input: ParsedInput<R>) => Promise<Output<R>> };

export const isRequestName = (name: unknown): name is RequestName => typeof name === 'string' && Object.hasOwn(requests, name);
export const isTopicName = (name: unknown): name is TopicName => typeof name === 'string' && Object.hasOwn(topics, name);
/** The closed list of names that one page may use. */
export const namesFor = (page: Audience): { readonly requests: readonly RequestName[]; readonly topics: readonly TopicName[] } => ({
  requests: (Object.keys(requests) as RequestName[]).filter((name) => requests[name].audience.includes(page)),
  topics: (Object.keys(topics) as TopicName[]).filter((name) => topics[name].audience.includes(page)),
});
