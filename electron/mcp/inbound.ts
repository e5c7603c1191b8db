import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ProtocolError, type ClientCapabilities } from '@modelcontextprotocol/client';
import type { Place } from '#shared/decision/decision.ts';
import type { FolderView, ServerPermissionsView } from '#shared/servers/status.ts';
import type { Gate } from '../decision/gate.ts';
import type { Permission, PermissionTable } from '../storage/permissionTable.ts';
import { isStillThere, liesIn, realFolder } from './folders.ts';
import type { HostClient } from './hostClient.ts';
import { DeclinedError, sample, type SamplingModels } from './sampling.ts';
import { InboundRefusedError } from './samplingRequest.ts';

/** What one server may use of the person's models until sampling is turned off and on again. */
export const samplingBudget = { maxCalls: 100, maxTokens: 200_000 } as const;
/** The most that one round of a call may ask for, and the most text a server may have carried along. */
export const maxInputRequests = 20;

/** What all servers share. */
export interface InboundHouse {
  readonly gate: Gate;
  readonly table: PermissionTable;
  readonly models: SamplingModels;
  /** The data folder, which no server is given unnoticed (S13), and the person's home. */
  readonly userData: string;
  readonly home: string;
}
export interface InboundParts extends InboundHouse {
  readonly serverKey: string;
  readonly launchHash: string;
  readonly place: () => Place;
  /** The permissions, as the person sees them, have changed. */
  readonly onChange: () => void;
  /** What was declared at the handshake no longer holds, and the older era can't be told: connect anew. */
  readonly reconnect: () => void;
}

/** What one server may ask of this host: a model's answer, and folders. Off until the person turns it on for this very launch. */
export class Inbound {
  readonly #parts: InboundParts;
  #permission: Permission;
  #gone: ReadonlySet<string> = new Set();
  #client: HostClient | undefined;
  #declared: ClientCapabilities = {};
  #busy = 0;
  #calls = 0;
  #mustReconnect = false;
  readonly #listeners = new Set<(busy: boolean) => void>();
  constructor(parts: InboundParts) {
    this.#parts = parts;
    this.#permission = parts.table.get(parts.serverKey, parts.launchHash);
  }

  /** What is declared to the server now: only what is on, and sampling only while there is a model. */
  capabilities(): ClientCapabilities {
    const { sampling, folders } = this.#permission;
    return {
      ...(sampling && this.#parts.models.views().length > 0 ? { sampling: {} } : {}),
      ...(folders.length > 0 ? { roots: { listChanged: true } } : {}),
    };
  }
  /** Answers what an older server pushes. Call it before the client connects; the SDK refuses whatever was not declared. */
  prepare(client: HostClient): void {
    this.#client = client;
    this.#declared = this.capabilities();
    this.#mustReconnect = false;
    if (this.#declared.sampling)
      client.setRequestHandler('sampling/createMessage', async ({ params }, { mcpReq }) =>
        pushed(this.#occupied(async () => ({ ...(await this.#sample(params, mcpReq.signal)) }))),
      );
    if (this.#declared.roots) client.setRequestHandler('roots/list', async () => pushed(this.#occupied(() => this.#roots())));
    void this.#look();
  }
  /**
   * Connects an older server anew when it was told otherwise at its handshake: whether it may ask for answers, and whether there are folders.
   * Which folders it is told live; but one that is left none may not believe an empty list and keep what was taken back.
   */
  check(): void {
    if (this.#client?.getProtocolEra() !== 'legacy') return;
    const wanted = this.capabilities();
    this.#mustReconnect =
      Boolean(wanted.sampling) !== Boolean(this.#declared.sampling) || Boolean(wanted.roots) !== Boolean(this.#declared.roots);
    this.#catchUp();
  }
  /** Answers all that one round of a call asks for, at the same time. Throws as `sample` does; undeclared kinds are refused (S37). */
  async answer(requests: Readonly<Record<string, unknown>>, toolName: string, signal: AbortSignal): Promise<Record<string, unknown>> {
    const entries = Object.entries(requests);
    if (entries.length > maxInputRequests) throw new InboundRefusedError(`it asked for ${entries.length} things at once`);
    const asked = entries.map(([key, request]) => ({ key, ...this.#admitted(request) }));
    const rest = new AbortController();
    const both = AbortSignal.any([signal, rest.signal]);
    return this.#occupied(async () => {
      try {
        const answers = asked.map(
          async ({ key, method, params }): Promise<[string, unknown]> => [
            key,
            method === 'roots/list' ? await this.#roots() : await this.#sample(params, both, toolName),
          ],
        );
        return Object.fromEntries(await Promise.all(answers));
      } finally {
        rest.abort(); // one no ends the call: the other questions of the round have lost their reason
      }
    });
  }
  /** Tells whether something is being answered, now and after every change: the time of a call stands still meanwhile. */
  follow(listener: (busy: boolean) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#busy > 0);
    return () => void this.#listeners.delete(listener);
  }
  /** Runs a call: a reconnection that is due waits until none runs. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#calls += 1;
    try {
      return await work();
    } finally {
      this.#calls -= 1;
      this.#catchUp();
    }
  }

  /** Turns sampling on, with a new budget, or off. On disk when it returns. */
  setSampling(on: boolean): void {
    if (on !== this.#permission.sampling) this.#set({ ...this.#permission, sampling: on, ...(on ? { calls: 0, tokens: 0 } : {}) });
  }
  /** Gives a folder. One that holds this app's data, or lies in it, is given only when the person insists (S13). */
  async addFolder(typed: string, evenUserData: boolean): Promise<{ readonly added: boolean; readonly holdsUserData: boolean }> {
    const folder = await realFolder(typed, this.#parts.home);
    const holdsUserData = this.#holdsUserData(folder);
    if (holdsUserData && !evenUserData) return { added: false, holdsUserData };
    const { folders } = this.#permission;
    if (!folders.includes(folder)) this.#set({ ...this.#permission, folders: [...folders, folder] });
    await this.#look();
    return { added: true, holdsUserData };
  }
  removeFolder(folder: string): void {
    this.#set({ ...this.#permission, folders: this.#permission.folders.filter((one) => one !== folder) });
  }
  view(): ServerPermissionsView {
    const { sampling, calls, tokens, folders } = this.#permission;
    return {
      sampling,
      spent: { calls, tokens, ...samplingBudget },
      folders: folders.map(
        (folder): FolderView => ({ path: folder, gone: this.#gone.has(folder), holdsUserData: this.#holdsUserData(folder) }),
      ),
    };
  }

  #holdsUserData(folder: string): boolean {
    const { userData } = this.#parts;
    return liesIn(userData, folder) || liesIn(folder, userData);
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
    if (!this.#mustReconnect || this.#calls > 0) return;
    this.#mustReconnect = false;
    this.#parts.reconnect();
  }
  /** The method and params of one thing that a round asks for. Throws for what is not declared now. */
  #admitted(request: unknown): { readonly method: 'sampling/createMessage' | 'roots/list'; readonly params: unknown } {
    const { method, params } = (typeof request === 'object' && request !== null ? request : {}) as { method?: unknown; params?: unknown };
    const now = this.capabilities();
    if ((method === 'sampling/createMessage' && now.sampling) || (method === 'roots/list' && now.roots)) return { method, params };
    throw new InboundRefusedError(
      `it asked for ${typeof method === 'string' ? method.slice(0, 100) : 'nothing known'}, which is not turned on for this server`,
    );
  }
  async #sample(params: unknown, signal: AbortSignal, toolName?: string) {
    const { serverKey, place, gate, models } = this.#parts;
    if (!this.#permission.sampling) throw new InboundRefusedError('sampling has been turned off');
    const parts = {
      gate,
      models,
      spent: () => this.view().spent,
      count: (tokens: number) => this.#count(tokens),
    };
    return sample(parts, { serverKey, place: place(), ...(toolName === undefined ? {} : { toolName }) }, params, signal);
  }
  #count(tokens: number): void {
    const { serverKey, launchHash, table, onChange } = this.#parts;
    this.#permission = { ...this.#permission, calls: this.#permission.calls + 1, tokens: this.#permission.tokens + tokens };
    table.set(serverKey, launchHash, this.#permission);
    onChange();
  }
  /** The folders that are there now, each looked at again (S36). */
  async #roots(): Promise<{ roots: { uri: string; name: string }[] }> {
    await this.#look();
    const { folders } = this.#permission;
    return {
      roots: folders
        .filter((folder) => !this.#gone.has(folder))
        .map((folder) => ({ uri: pathToFileURL(folder).href, name: path.basename(folder) || folder })),
    };
  }
  async #look(): Promise<void> {
    const { folders } = this.#permission;
    const there = await Promise.all(folders.map(isStillThere));
    const gone = new Set(folders.filter((_folder, at) => !there[at]));
    const changed = gone.size !== this.#gone.size || [...gone].some((folder) => !this.#gone.has(folder));
    this.#gone = gone;
    if (changed) this.#parts.onChange();
  }
  async #occupied<T>(work: () => Promise<T>): Promise<T> {
    this.#busy += 1;
    if (this.#busy === 1) for (const tell of this.#listeners) tell(true);
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      if (this.#busy === 0) for (const tell of this.#listeners) tell(false);
    }
  }
}

/** What an older server hears when its request is not answered: -1 for a no, and never a word of this host's own. */
async function pushed<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DeclinedError) throw new ProtocolError(-1, 'User rejected sampling request');
    if (error instanceof InboundRefusedError) throw new ProtocolError(-32602, error.message);
    throw new ProtocolError(-32603, 'the model did not answer');
  }
}
