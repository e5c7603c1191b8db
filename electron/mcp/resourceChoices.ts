import { FailureError } from '#shared/ipc/failure.ts';
import { choicesOf, maxAlways, type ResourceChoices as Choices } from '#shared/resources/choices.ts';
import type { TopicHub } from '../ipc/topicHub.ts';
import type { ResourceChoiceRow, ResourceChoiceTable } from '../storage/resourceChoiceTable.ts';

export interface ResourceChoicesParts {
  readonly table: ResourceChoiceTable;
  readonly hub: TopicHub;
  /** The launch of a server as it is configured now; undefined for a server that is not there. */
  readonly launchHashOf: (serverKey: string) => string | undefined;
  readonly titleOf: (serverKey: string, uri: string) => string;
  /** What a server offers to the model has changed. */
  readonly onModelReads: (serverKey: string) => void;
}

/** What the person has chosen for the resources of each server: kept, shown, and in force only for the launch it was chosen for. */
export class ResourceChoices {
  readonly #parts: ResourceChoicesParts;
  #rows: readonly ResourceChoiceRow[];
  constructor(parts: ResourceChoicesParts) {
    this.#parts = parts;
    this.#rows = parts.table.all();
    parts.hub.watch('servers', {}, () => this.#publish());
  }

  of(serverKey: string): Choices {
    return choicesOf(this.all(), serverKey);
  }
  /** What is in force now. */
  all(): readonly Choices[] {
    const inForce = this.#rows.filter((row) => this.#parts.launchHashOf(row.serverKey) === row.launchHash);
    return [...new Set(inForce.map((row) => row.serverKey))].map((serverKey) => {
      const own = inForce.filter((row) => row.serverKey === serverKey);
      return {
        serverKey,
        modelReads: own.some((row) => row.kind === 'model-reads'),
        autoUpdate: own.some((row) => row.kind === 'auto-update'),
        always: own.flatMap(({ kind, uri, title }) => (kind === 'always' ? [{ uri, title }] : [])),
      };
    });
  }
  setModelReads(serverKey: string, on: boolean): void {
    this.#set({ serverKey, kind: 'model-reads', uri: '', title: '' }, on);
    this.#parts.onModelReads(serverKey);
  }
  setAutoUpdate(serverKey: string, on: boolean): void {
    this.#set({ serverKey, kind: 'auto-update', uri: '', title: '' }, on);
  }
  /** Throws `FailureError` too-many-always beyond five. */
  setAlways(serverKey: string, uri: string, on: boolean): void {
    const others = this.all().flatMap((one) => one.always.filter((item) => one.serverKey !== serverKey || item.uri !== uri));
    if (on && others.length >= maxAlways) throw new FailureError('too-many-always', `at most ${maxAlways}`);
    this.#set({ serverKey, kind: 'always', uri, title: this.#parts.titleOf(serverKey, uri) }, on);
  }
  /** The server has left mcp.json. */
  forget(serverKey: string): void {
    this.#parts.table.forget(serverKey);
    this.#rows = this.#parts.table.all();
    this.#publish();
  }

  #set(choice: Omit<ResourceChoiceRow, 'launchHash'>, on: boolean): void {
    const launchHash = this.#parts.launchHashOf(choice.serverKey);
    if (launchHash === undefined) throw new FailureError('not-found', `no server ${choice.serverKey}`);
    this.#parts.table.set({ ...choice, launchHash }, on);
    this.#rows = this.#parts.table.all();
    this.#publish();
  }
  #publish(): void {
    const choices = [...this.all()].map((one) => ({ ...one, always: [...one.always] }));
    const before = this.#parts.hub.state('resourceChoices', {});
    if (JSON.stringify(before) !== JSON.stringify(choices))
      this.#parts.hub.publish('resourceChoices', {}, { type: 'choices.changed', choices });
  }
}
