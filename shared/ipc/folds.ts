import { noCommand, reduceCommands } from '../commands/given.ts';
import { noAttachments, reduceAttachments } from '../conversation/attachments.ts';
import { noChats, reduceChats } from '../conversation/chats.ts';
import { emptyConversation, reduceConversation } from '../conversation/state.ts';
import { noDecisions, reducePending } from '../decision/decision.ts';
import { noUpdates, reduceUpdates } from '../desktop/updates.ts';
import { noJournal, reduceJournal } from '../journal/journal.ts';
import { noModels, reduceModels } from '../models/models.ts';
import { noProviders, reduceProviders } from '../models/providers.ts';
import { noNotices, reduceNotices } from '../notices.ts';
import { noPrompts, reducePrompts } from '../prompts/prompts.ts';
import { noRules, reduceRules } from '../policy/policy.ts';
import { noResourceChoices, reduceResourceChoices } from '../resources/choices.ts';
import { noResources, reduceResources } from '../resources/resources.ts';
import { noSecrets, reduceSecrets } from '../secrets/secrets.ts';
import { emptyPlayground, reducePlayground } from '../servers/playground.ts';
import { noServers, reduceServers } from '../servers/status.ts';
import { defaultSettings, reduceSettings } from '../settings/settings.ts';
import type { TopicEvent, TopicName, TopicState } from './contract.ts';

interface Fold<T extends TopicName> {
  readonly initial: TopicState<T>;
  readonly reduce: (state: TopicState<T>, event: TopicEvent<T>) => TopicState<T>;
}

/**
 * Where each topic of the contract begins and how it is folded: all that a page needs of it. The schemas are main's; a page that imported them
 * would carry them through every start for nothing.
 */
export const folds = {
  chats: { initial: noChats, reduce: reduceChats },
  conversation: { initial: emptyConversation, reduce: reduceConversation },
  decisions: { initial: noDecisions, reduce: reducePending },
  servers: { initial: noServers, reduce: reduceServers },
  playground: { initial: emptyPlayground, reduce: reducePlayground },
  models: { initial: noModels, reduce: reduceModels },
  providers: { initial: noProviders, reduce: reduceProviders },
  settings: { initial: defaultSettings, reduce: reduceSettings },
  secrets: { initial: noSecrets, reduce: reduceSecrets },
  rules: { initial: noRules, reduce: reduceRules },
  journal: { initial: noJournal, reduce: reduceJournal },
  resourceChoices: { initial: noResourceChoices, reduce: reduceResourceChoices },
  resources: { initial: noResources, reduce: reduceResources },
  prompts: { initial: noPrompts, reduce: reducePrompts },
  attachments: { initial: noAttachments, reduce: reduceAttachments },
  notices: { initial: noNotices, reduce: reduceNotices },
  commands: { initial: noCommand, reduce: reduceCommands },
  updates: { initial: noUpdates, reduce: reduceUpdates },
} as const satisfies { readonly [T in TopicName]: Fold<T> };

/** The type-erased shape that the generic plumbing on either side folds with. */
export interface ErasedFold {
  readonly initial: unknown;
  readonly reduce: (state: unknown, event: unknown) => unknown;
}
