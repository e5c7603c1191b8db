import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AttachmentsState } from '#shared/conversation/attachments.ts';
import type { ConversationState, Turn } from '#shared/conversation/state.ts';
import type { TopicName, TopicState } from '#shared/ipc/contract.ts';
import { folds } from '#shared/ipc/folds.ts';
import type { Failure } from '#shared/ipc/failure.ts';
import type { Client } from './ipc/client.ts';
import type { TourStep } from './tour/steps.ts';

/** The topics that exist once; a conversation has a key and is watched while it is open. */
export type GlobalTopic = Exclude<TopicName, 'conversation' | 'attachments' | 'commands' | 'updates'>;
export const chatTopics: readonly GlobalTopic[] = [
  'settings',
  'chats',
  'models',
  'providers',
  'secrets',
  'servers',
  'decisions',
  'notices',
  'rules',
  'journal',
  'resources',
  'resourceChoices',
  'prompts',
  'playground',
];
export const decisionTopics: readonly GlobalTopic[] = ['settings', 'decisions'];

/** What main holds, folded. `arrived` names what is known and not merely the initial state. */
export type TopicStates = { readonly [T in GlobalTopic]: TopicState<T> } & {
  readonly conversations: Readonly<Record<string, ConversationState>>;
  /** What goes with the next message, by conversation id or `newChat`. */
  readonly attachments: Readonly<Record<string, AttachmentsState>>;
  readonly arrived: Readonly<Partial<Record<GlobalTopic, true>>>;
};

export interface Topics {
  readonly store: StoreApi<TopicStates>;
  /** Keeps a conversation in the store until the returned function is called. */
  readonly openConversation: (conversationId: string) => () => void;
  /** The same for what is attached to its next message. */
  readonly openAttachments: (conversationId: string) => () => void;
}

/** Watches the named topics for as long as the page lives. */
export function createTopics(client: Client, names: readonly GlobalTopic[]): Topics {
  const {
    chats,
    decisions,
    servers,
    models,
    providers,
    settings,
    secrets,
    rules,
    notices,
    journal,
    resources,
    resourceChoices,
    prompts,
    playground,
  } = folds;
  const store = createStore<TopicStates>(() => ({
    chats: chats.initial,
    playground: playground.initial,
    decisions: decisions.initial,
    servers: servers.initial,
    models: models.initial,
    providers: providers.initial,
    settings: settings.initial,
    secrets: secrets.initial,
    rules: rules.initial,
    notices: notices.initial,
    journal: journal.initial,
    resources: resources.initial,
    resourceChoices: resourceChoices.initial,
    prompts: prompts.initial,
    conversations: {},
    attachments: {},
    arrived: {},
  }));
  for (const name of names) {
    const watched = client.watch(name, {});
    watched.subscribe(() => {
      store.setState(({ arrived }) => ({ [name]: watched.getSnapshot(), arrived: arrived[name] ? arrived : { ...arrived, [name]: true } }));
    });
  }
  return {
    store,
    openConversation: (conversationId) => {
      const watched = client.watch('conversation', { conversationId });
      const stop = watched.subscribe(() => {
        store.setState(({ conversations }) => ({ conversations: { ...conversations, [conversationId]: watched.getSnapshot() } }));
      });
      return () => {
        stop();
        store.setState(({ conversations: { [conversationId]: closed, ...others } }) => ({ conversations: others }));
      };
    },
    openAttachments: (conversationId) => {
      const watched = client.watch('attachments', { conversationId });
      const stop = watched.subscribe(() => {
        store.setState(({ attachments }) => ({ attachments: { ...attachments, [conversationId]: watched.getSnapshot() } }));
      });
      return () => {
        stop();
        store.setState(({ attachments: { [conversationId]: closed, ...others } }) => ({ attachments: others }));
      };
    },
  };
}

export const screens = ['chats', 'servers', 'resources', 'activity', 'settings'] as const;
export type Screen = (typeof screens)[number];
export const serverTabs = ['overview', 'tools', 'prompts', 'log', 'traffic'] as const;
export type ServerTab = (typeof serverTabs)[number];
/** Where on the page of a server the person is; `tool` is open for a try with `argumentsText`, when it came with some. */
export interface ServerPlace {
  readonly key: string;
  readonly tab: ServerTab;
  readonly tool?: string;
  readonly argumentsText?: string;
}
/** The draft of a chat that does not exist yet. */
export const newChat = 'new';

/** A short message at the window's edge. */
export type Toast =
  | { readonly kind: 'deleted'; readonly conversationId: string; readonly title: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** What dies with the chat page. Records are keyed by conversation id, or `newChat`. */
export interface PageState {
  readonly screen: Screen;
  readonly openChat: string | null;
  /** The open page of a server; null for the list. */
  readonly serverPlace: ServerPlace | null;
  readonly listOpen: boolean;
  /** What stands beside the conversation. */
  readonly panel: 'context' | null;
  /** The turn that a search leads to; forgotten once it is in view. */
  readonly seek: { readonly conversationId: string; readonly turnId: string } | null;
  /** The turn that was found, marked for a moment. */
  readonly found: string | null;
  /** The dialog for a chat's file that is open. */
  readonly chatFile: { readonly kind: 'export'; readonly conversationId: string } | { readonly kind: 'import' } | null;
  /** The chat whose title is being written. */
  readonly renaming: string | null;
  readonly drafts: Readonly<Record<string, string>>;
  readonly sending: Readonly<Record<string, boolean>>;
  readonly sendFailures: Readonly<Record<string, Failure | undefined>>;
  /** Turns asked for beyond those of the topic, oldest first. */
  readonly earlier: Readonly<Record<string, { readonly turns: readonly Turn[]; readonly earlier: boolean }>>;
  readonly toast: Toast | null;
  /** Where the tour stands; null while it is not taken. */
  readonly tour: TourStep | null;
  /** Whether the keyboard shortcuts are shown. */
  readonly sheetOpen: boolean;
  /** The resource that the Resources screen is to open; forgotten once it is shown. */
  readonly resourcePlace: { readonly serverKey: string; readonly uri: string } | null;
  /** What a command wants to see in Settings; forgotten once it is shown. */
  readonly settingsPlace: 'about' | 'diagnostics' | null;
  /** The prompt that is being filled in or looked at. */
  readonly prompt: { readonly serverKey: string; readonly name: string } | null;
  /** The turn that Activity shows; the journal when null. */
  readonly lens: { readonly conversationId: string; readonly turnId: string } | null;
}

/** The chat page's own state, made once when the page is mounted. */
export function createPageStore(): StoreApi<PageState> {
  return createStore<PageState>(() => ({
    screen: 'chats',
    openChat: null,
    serverPlace: null,
    listOpen: false,
    panel: null,
    renaming: null,
    drafts: {},
    sending: {},
    sendFailures: {},
    earlier: {},
    toast: null,
    tour: null,
    sheetOpen: false,
    resourcePlace: null,
    seek: null,
    chatFile: null,
    found: null,
    settingsPlace: null,
    prompt: null,
    lens: null,
  }));
}
