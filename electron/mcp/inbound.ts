import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { ServerPermissionsView } from '#shared/servers/status.ts';
import type { Permission } from '../storage/permissionTable.ts';
import { Busy } from './busy.ts';
import { elicit, elicitationFacts } from './elicitation.ts';
import { GivenFolders, rootsOf } from './givenFolders.ts';
import type { HostClient } from './hostClient.ts';
import { whileInBrowser } from './inBrowser.ts';
import { answerAsk, isOn, pushed, type InboundAsk, type InboundKind } from './inboundKind.ts';
import type { InboundParts } from './inboundParts.ts';
import { openRequired } from './requiredLinks.ts';
import { OpenLinks } from './openLinks.ts';
import type { RunningRequest } from './runningRequest.ts';
import { sample } from './sampling.ts';
import { InboundRefusedError } from './samplingRequest.ts';

/** What one server may use of the person's models until sampling is turned off and on again. */
export const samplingBudget = { maxCalls: 100, maxTokens: 200_000 } as const;
/** The most answers of a model that a server gets while one call of it runs. */
export const maxAnswersPerCall = 20;
/** The most that one round of a call may ask for. */
export const maxInputRequests = 20;

/** What one server may ask of this host. Each kind is off until the person turns it on for this very launch. */
export class Inbound {
  readonly #parts: InboundParts;
  #permission: Permission;
  #client: HostClient | undefined;
  #declared: ClientCapabilities = {};
  readonly #busy = new Busy();
  readonly #folders: GivenFolders;
  /** By the method that a server sends. */
  readonly #kinds: ReadonlyMap<string, InboundKind>;
  readonly #running = new Set<RunningRequest>();
  readonly #links = new OpenLinks();
  /** Answers of a model that were asked for since requests began to run. */
  #asked = 0;
  #mustReconnect = false;
  constructor(parts: InboundParts) {
    this.#parts = parts;
    this.#permission = parts.table.get(parts.serverKey, parts.launchHash);
    this.#folders = new GivenFolders({
      ...parts,
      folders: () => this.#permission.folders,
      setFolders: (folders) => this.#set({ ...this.#permission, folders }),
    });
    this.#kinds = new Map<string, InboundKind>([
      [
        'sampling/createMessage',
        {
          declares: () => (this.#permission.sampling && parts.models.views().length > 0 ? { sampling: { tools: {} } } : {}),
          facts: () => ({ kind: 'sampling' }),
          answer: (ask) => this.#sample(ask),
        },
      ],
      [
        'roots/list',
        {
          declares: () => (this.#permission.folders.length > 0 || this.#tellsChats() ? { roots: { listChanged: true } } : {}),
          facts: () => ({ kind: 'folders' }),
          answer: (ask) => this.#roots(ask),
        },
      ],
      [
        'elicitation/create',
        {
          declares: () => (this.#permission.information ? { elicitation: { form: {}, ...(parts.openLink ? { url: {} } : {}) } } : {}),
          facts: elicitationFacts,
          answer: (ask) => {
            if (!this.#permission.information) throw new InboundRefusedError('requests for information have been turned off');
            return elicit(this.#parts, ask);
          },
        },
      ],
    ]);
  }

  /** What is declared to the server now: only what is on, and sampling only while there is a model. */
  capabilities(): ClientCapabilities {
    const extension = this.#parts.extension?.();
    const declared = [...this.#kinds.values()].map(({ declares }) => declares());
    return Object.assign(extension === undefined ? {} : { extensions: { [extension]: {} } }, ...declared) as ClientCapabilities;
  }
  /** Answers what an older server pushes. Call it before the client connects; the SDK refuses whatever was not declared. */
  prepare(client: HostClient): void {
    this.#client = client;
    this.#declared = this.capabilities();
    this.#mustReconnect = false;
    for (const [method, kind] of this.#kinds) {
      if (!isOn(kind)) continue;
      client.setRequestHandler(method as 'roots/list', async ({ params }, { mcpReq }) => {
        // The older era does not say which request it is for; where only one runs there is no doubt.
        const running = this.#running.size === 1 ? [...this.#running][0] : undefined;
        running?.nextRound();
        const signal = running ? AbortSignal.any([mcpReq.signal, running.ended]) : mcpReq.signal;
        const answer = await pushed(this.#busy.run(() => answerAsk(kind, { params, signal, running })));
        const ended = [...this.#running].map((one) => one.ended);
        void this.#busy.run(() => whileInBrowser(this.#links, { params, answer, ended }));
        return answer as { roots: [] };
      });
    }
    client.setNotificationHandler('notifications/elicitation/complete', ({ params }) => this.#links.completed(params.elicitationId));
    void this.#folders.look();
  }
  /**
   * Connects an older server anew when it was told otherwise at its handshake: whether it may ask for answers, and whether there are folders.
   * Which folders it is told live; but one that is left none may not believe an empty list and keep what was taken back.
   */
  check(): void {
    if (this.#client?.getProtocolEra() !== 'legacy') return;
    this.#mustReconnect = JSON.stringify(this.capabilities()) !== JSON.stringify(this.#declared);
    this.#catchUp();
  }
  /** Answers all that one round asks for, at the same time. Throws as `sample` does; undeclared kinds are refused (S37). */
  async answer(
    requests: Readonly<Record<string, unknown>>,
    running: RunningRequest,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    const entries = Object.entries(requests);
    if (entries.length > maxInputRequests) throw new InboundRefusedError(`it asked for ${entries.length} things at once`);
    const asked = entries.map(([key, request]) => ({ key, ...this.#admitted(request) }));
    running.nextRound();
    const rest = new AbortController();
    const both = AbortSignal.any([signal, rest.signal]);
    return this.#busy.run(async () => {
      try {
        const answers = asked.map(
          async ({ key, kind, params }): Promise<[string, unknown]> => [key, await answerAsk(kind, { params, signal: both, running })],
        );
        return Object.fromEntries(await Promise.all(answers));
      } finally {
        rest.abort(); // one no ends the call: the other questions of the round have lost their reason
      }
    });
  }
  /** Has the links opened that an older server makes a condition of a request (-32042), and waits until that is done. False: it is not. */
  async openRequired(links: readonly unknown[], running: RunningRequest, signal: AbortSignal): Promise<boolean> {
    if (!this.capabilities().elicitation?.url)
      throw new InboundRefusedError('it asked for links to be opened, which is not turned on for this server');
    if (links.length > maxInputRequests) throw new InboundRefusedError(`it asked for ${links.length} links at once`);
    running.nextRound();
    return this.#busy.run(() => openRequired(this.#parts, { links, running, signal }, this.#links));
  }
  /** Asks whether a reading that has asked for something in so many rounds may go on. */
  async mayGoOn(rounds: number, { reading = '' }: RunningRequest, signal: AbortSignal): Promise<boolean> {
    const { gate, serverKey } = this.#parts;
    const nowhere = { conversationId: '', chatTitle: serverKey, turnId: '' };
    const { verdict } = await gate.ask({ kind: 'go-on', reason: 'input', rounds, ...nowhere, serverKey, toolName: reading }, signal);
    return verdict.kind === 'allowed';
  }
  /** Tells whether something is being answered, now and after every change: the time of a call stands still meanwhile. */
  follow(listener: (busy: boolean) => void): () => void {
    return this.#busy.follow(listener);
  }
  /** Runs a request: a reconnection that is due waits until none runs. */
  async during<T>(running: RunningRequest, work: () => Promise<T>): Promise<T> {
    if (this.#running.size === 0) this.#asked = 0;
    this.#running.add(running);
    try {
      return await work();
    } finally {
      this.#running.delete(running);
      running.end();
      this.#catchUp();
    }
  }

  /** Turns sampling on, with a new budget, or off. On disk when it returns. */
  setSampling(on: boolean): void {
    if (on !== this.#permission.sampling) this.#set({ ...this.#permission, sampling: on, ...(on ? { calls: 0, tokens: 0 } : {}) });
  }
  /** Turns requests for information on or off: forms, and links to be opened. On disk when it returns. */
  setInformation(on: boolean): void {
    if (on !== this.#permission.information) this.#set({ ...this.#permission, information: on });
  }
  /** Gives a folder. One that holds this app's data, or lies in it, is given only when the person insists (S13). */
  async addFolder(typed: string, evenUserData: boolean): Promise<{ readonly added: boolean; readonly holdsUserData: boolean }> {
    return this.#folders.add(typed, evenUserData);
  }
  removeFolder(folder: string): void {
    this.#folders.remove(folder);
  }
  /** Whether it is told of the folders of the chat that calls, too. */
  setChatFolders(on: boolean): void {
    const { serverKey, launchHash, chatFolders, onChange } = this.#parts;
    chatFolders.setTold(serverKey, launchHash, on);
    onChange();
  }
  view(): ServerPermissionsView {
    const { sampling, information, calls, tokens } = this.#permission;
    const { serverKey, launchHash, chatFolders } = this.#parts;
    return {
      sampling,
      information,
      spent: { calls, tokens, ...samplingBudget },
      folders: this.#folders.view(),
      chatFolders: chatFolders.isTold(serverKey, launchHash),
    };
  }

  #set(permission: Permission): void {
    const { serverKey, launchHash, table, onChange } = this.#parts;
    table.set(serverKey, launchHash, permission);
    const rootsChanged = permission.folders !== this.#permission.folders;
    this.#permission = permission;
    onChange();
    this.check();
    if (!rootsChanged || !this.#declared.roots || this.#client?.getProtocolEra() !== 'legacy') return;
    // A connection that is just ending can't be told; the next one asks anew.
    this.#client.sendRootsListChanged().catch(() => undefined);
  }
  #catchUp(): void {
    if (!this.#mustReconnect || this.#running.size > 0) return;
    this.#mustReconnect = false;
    this.#parts.reconnect();
  }
  /** The kind and params of one thing that a round asks for. Throws for what is not declared now. */
  #admitted(request: unknown): { readonly kind: InboundKind; readonly params: unknown } {
    const { method, params } = (typeof request === 'object' && request !== null ? request : {}) as { method?: unknown; params?: unknown };
    const kind = typeof method === 'string' ? this.#kinds.get(method) : undefined;
    if (kind && isOn(kind)) return { kind, params };
    throw new InboundRefusedError(
      `it asked for ${typeof method === 'string' ? method.slice(0, 100) : 'nothing known'}, which is not turned on for this server`,
    );
  }
  /** Only in the newer era is it known which call, and so which chat, asks. */
  #tellsChats(): boolean {
    const { serverKey, launchHash, chatFolders } = this.#parts;
    return this.#client?.getProtocolEra() === 'modern' && chatFolders.isTold(serverKey, launchHash);
  }
  async #roots({ running }: InboundAsk): Promise<{ roots: { uri: string; name: string }[] }> {
    const conversationId = running?.conversationId;
    const own = await this.#folders.present();
    const chats = conversationId !== undefined && this.#tellsChats() ? await this.#parts.chatFolders.present(conversationId) : [];
    return rootsOf([...new Set([...own, ...chats])]);
  }
  async #sample({ params, signal, running }: InboundAsk) {
    const { serverKey, place, gate, models, pictures } = this.#parts;
    if (!this.#permission.sampling) throw new InboundRefusedError('sampling has been turned off');
    if (this.#running.size > 0 && ++this.#asked > maxAnswersPerCall * this.#running.size)
      throw new InboundRefusedError(`it asked for more than ${maxAnswersPerCall} answers during one call`);
    const parts = {
      gate,
      models,
      pictures,
      spent: () => this.view().spent,
      count: (tokens: number) => this.#count(tokens),
    };
    return sample(parts, { serverKey, place: place(), toolName: running?.toolName }, params, signal);
  }
  #count(tokens: number): void {
    const { serverKey, launchHash, table, onChange } = this.#parts;
    this.#permission = { ...this.#permission, calls: this.#permission.calls + 1, tokens: this.#permission.tokens + tokens };
    table.set(serverKey, launchHash, this.#permission);
    onChange();
  }
}
