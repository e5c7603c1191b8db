import { FailureError } from '#shared/ipc/failure.ts';
import { missingArguments, type PromptPreview, type PromptView, type ServerPrompts } from '#shared/prompts/prompts.ts';
import type { Completion } from '#shared/resources/resources.ts';
import type { TopicHub } from '../ipc/topicHub.ts';
import type { HostClient } from './hostClient.ts';
import type { HostedServer } from './hostedServer.ts';
import type { Inbound } from './inbound.ts';
import { ListFollower, maxVersions } from './listFollower.ts';
import { completeArgument, requestPrompt, toPromptMessages, type ArgumentQuestion, type PromptQuestion } from './promptGet.ts';
import { listPrompts, type PromptListing } from './promptList.ts';
import { wayOf, type MadePrompt } from './promptWay.ts';

/** Prompts that were looked at and may still be put into a message. */
const maxMade = 20;

export interface PromptsParts {
  readonly hub: TopicHub;
  readonly find: (key: string) => HostedServer | undefined;
  readonly all: () => readonly HostedServer[];
  /** What bundled servers offer, pinned at build time: known before any of them has started. */
  readonly pinned: ReadonlyMap<string, PromptListing>;
  readonly now: () => number;
  readonly newId: () => string;
  /** The least time between two readings of a list that keeps changing, milliseconds. */
  readonly rereadMs: number;
}
/** A running server, and what it may ask for while it makes a prompt. */
interface Asked {
  readonly client: HostClient;
  readonly inbound: Inbound;
}
interface Followed {
  /** The connection that the list came from; undefined for a pinned list before its server has started. */
  readonly client: HostClient | undefined;
  readonly follower: ListFollower | undefined;
  readonly abort: AbortController;
  view: ServerPrompts;
}

/**
 * The prompts of servers, for the person to choose from. Lists are read from the first `list()` on and followed from then. What a server makes
 * of a prompt is kept here until the person puts it into a message: a page names it and never says it.
 */
export class Prompts {
  readonly #parts: PromptsParts;
  readonly #followed = new Map<string, Followed>();
  readonly #made = new Map<string, MadePrompt>();
  readonly #gone = new AbortController();
  #isWanted = false;
  constructor(parts: PromptsParts) {
    this.#parts = parts;
    parts.hub.watch('servers', {}, () => this.#follow());
  }

  /** Lists the prompts of every server that may be asked; later ones are listed as they get ready. `refresh` lists again what is known. */
  list(refresh: boolean): void {
    this.#isWanted = true;
    this.#follow();
    if (refresh) for (const { follower } of this.#followed.values()) follower?.changed();
  }
  /** Has the server make a prompt. Arguments are checked against its list before it is asked. Throws `FailureError`. */
  async get(serverKey: string, question: PromptQuestion): Promise<PromptPreview> {
    const server = await this.#server(serverKey);
    const listed = this.#listed(serverKey, question.name);
    // A bundled server is held to what was pinned.
    if (!listed && this.#parts.pinned.has(serverKey)) throw new FailureError('prompt-missing', question.name);
    const given = Object.fromEntries(Object.entries(question.arguments).filter(([, value]) => value !== ''));
    if (listed) checkArguments(listed, given);
    const made = await this.#make(server, { name: question.name, arguments: given }, listed !== undefined);
    const id = this.#parts.newId();
    this.#made.set(id, { ...made, serverKey, name: question.name, title: listed?.title, at: this.#parts.now() });
    const [oldest] = this.#made.keys();
    if (this.#made.size > maxMade && oldest !== undefined) this.#made.delete(oldest);
    const { description, messages } = made;
    return { id, ...(description === undefined ? {} : { description }), messages: [...messages], way: wayOf(messages).kind };
  }
  /** Values for one argument. Never fails at the server: where nothing can be offered there is nothing. */
  async complete(serverKey: string, question: ArgumentQuestion): Promise<Completion> {
    return completeArgument((await this.#server(serverKey)).client, question, this.#gone.signal);
  }
  /** A prompt that was looked at. Throws `FailureError` not-found when others have taken its place. */
  made(id: string): MadePrompt {
    const found = this.#made.get(id);
    if (!found) throw new FailureError('not-found', `no prompt ${id} is kept`);
    return found;
  }
  close(): void {
    this.#gone.abort();
    for (const key of [...this.#followed.keys()]) this.#drop(key);
  }

  async #make(server: Asked, question: PromptQuestion, isListed: boolean): Promise<Pick<MadePrompt, 'description' | 'messages'>> {
    try {
      const raw = await requestPrompt(server, question, this.#gone.signal);
      return { description: raw.description, messages: toPromptMessages(raw) };
    } catch (error) {
      if (!isListed && error instanceof FailureError && error.failure.code === 'prompt-arguments')
        throw new FailureError('prompt-missing', error.failure.detail, { cause: error });
      throw error;
    }
  }
  #listed(serverKey: string, name: string): PromptView | undefined {
    const prompts = this.#followed.get(serverKey)?.view.prompts ?? this.#parts.pinned.get(serverKey)?.prompts ?? [];
    return prompts.find((prompt) => prompt.name === name);
  }
  async #server(serverKey: string): Promise<Asked> {
    const server = this.#parts.find(serverKey);
    if (!server) throw new FailureError('not-found', `no server ${serverKey}`);
    if (server.connection.view.status === 'untrusted' || !server.isAccepted) throw new FailureError('server-not-accepted', serverKey);
    try {
      return { client: (await server.ensure(this.#gone.signal)).client, inbound: server.inbound };
    } catch (error) {
      throw new FailureError('server-off', error instanceof Error ? error.message : String(error), { cause: error });
    }
  }

  /** Holds what is followed against the servers that are there now. */
  #follow(): void {
    if (!this.#isWanted || this.#gone.signal.aborted) return;
    const servers = this.#parts.all().filter((server) => this.#mayAsk(server));
    for (const key of this.#followed.keys()) if (!servers.some((server) => server.spec.key === key)) this.#drop(key);
    for (const server of servers) {
      const client = server.connection.live?.client;
      const known = this.#followed.get(server.spec.key);
      if (!known || (client !== undefined && known.client !== client)) this.#enter(server.spec.key, client);
    }
  }
  #mayAsk(server: HostedServer): boolean {
    const { status } = server.connection.view;
    return server.isAccepted && (status === 'ready' || (this.#parts.pinned.has(server.spec.key) && status !== 'off'));
  }
  #enter(key: string, client: HostClient | undefined): void {
    const before = this.#followed.get(key);
    before?.follower?.stop();
    before?.abort.abort();
    const pinned = this.#parts.pinned.get(key);
    const list = pinned ?? before?.view ?? { prompts: [], truncated: false, completes: false };
    const { truncated, completes } = list;
    const view: ServerPrompts = {
      serverKey: key,
      state: pinned ? 'listed' : 'loading',
      prompts: [...list.prompts],
      truncated,
      completes,
    };
    const abort = new AbortController();
    // A bundled server is held to what was pinned: its list is not read.
    const follower = client && !pinned ? this.#followerOf(key, client, abort.signal) : undefined;
    this.#followed.set(key, { client, follower, abort, view });
    this.#publish(view);
    if (!client || !follower) return;
    client.onPromptsChanged = () => follower.changed();
    void this.#read(key, client, abort.signal).catch((error: unknown) => this.#failed(key, client, error));
  }
  #followerOf(key: string, client: HostClient, signal: AbortSignal): ListFollower {
    return new ListFollower({
      read: () => this.#read(key, client, signal),
      pauseMs: this.#parts.rereadMs,
      now: this.#parts.now,
      onRestless: () => this.#change(key, client, { problem: `${maxVersions} different lists of prompts` }),
      onFailed: (error) => this.#failed(key, client, error),
    });
  }
  /** Reads the list anew; true when it differs from the one before. */
  async #read(key: string, client: HostClient, signal: AbortSignal): Promise<boolean> {
    const { prompts, truncated, completes } = await listPrompts(client, AbortSignal.any([signal, this.#gone.signal]));
    const before = this.#followed.get(key);
    if (before?.client !== client) return false;
    const isNew = JSON.stringify(before.view.prompts) !== JSON.stringify(prompts);
    const { problem: _mended, ...view } = before.view;
    before.view = { ...view, state: 'listed', prompts: [...prompts], truncated, completes };
    this.#publish(before.view);
    return isNew;
  }
  #failed(key: string, client: HostClient, error: unknown): void {
    this.#change(key, client, { state: 'failed', problem: error instanceof Error ? error.message.slice(0, 500) : String(error) });
  }
  #change(key: string, client: HostClient, change: Partial<ServerPrompts>): void {
    const followed = this.#followed.get(key);
    if (followed?.client !== client || this.#gone.signal.aborted) return;
    followed.view = { ...followed.view, ...change };
    this.#publish(followed.view);
  }
  #publish(server: ServerPrompts): void {
    this.#parts.hub.publish('prompts', {}, { type: 'prompts.changed', server });
  }
  #drop(key: string): void {
    const followed = this.#followed.get(key);
    followed?.follower?.stop();
    followed?.abort.abort();
    this.#followed.delete(key);
    this.#parts.hub.publish('prompts', {}, { type: 'prompts.removed', serverKey: key });
  }
}

function checkArguments(listed: PromptView, given: Readonly<Record<string, string>>): void {
  const missing = missingArguments(listed, given).map(({ name }) => name);
  if (missing.length > 0) throw new FailureError('prompt-arguments', `required and not given: ${missing.join(', ')}`);
  const unknown = Object.keys(given).filter((name) => !listed.arguments.some((argument) => argument.name === name));
  if (unknown.length > 0) throw new FailureError('prompt-arguments', `the prompt has no ${unknown.join(', ')}`);
}
