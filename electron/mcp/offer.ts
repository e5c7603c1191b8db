import { isStdio } from '#shared/servers/config.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import type { ToolView } from '#shared/servers/status.ts';
import { fingerprintOf, fromAccepted, type Catalog, type ToolDefinition } from './catalog.ts';
import { discoverTools } from './discover.ts';
import type { HostClient } from './hostClient.ts';
import type { HostedParts, HostedSpec } from './hostedParts.ts';
import { readTool } from './readTool.ts';
import { toToolView } from './serverViews.ts';
import type { ToolReview } from './toolReview.ts';
import { ToolSwitches } from './toolSwitches.ts';
import { unusableTools } from './unusableTools.ts';

export interface OfferParts {
  readonly house: HostedParts;
  readonly spec: HostedSpec;
  readonly review: ToolReview;
  /** The server can be called now, or will start when it is. */
  readonly isCallable: () => boolean;
  readonly onChange: () => void;
}

/** What one server offers, and what of it a model may be told of: accepted in this very form, switched on, and usable. */
export class Offer {
  readonly #parts: OfferParts;
  readonly #switches: ToolSwitches;
  #catalog: Catalog;
  #ownTool: { readonly of: Catalog; readonly tools: readonly ToolDefinition[] } | undefined;
  #unusable = new Map<string, string>();
  #checked: string | undefined;
  constructor(parts: OfferParts) {
    const { house, spec, review } = parts;
    this.#parts = parts;
    this.#switches = new ToolSwitches(spec.key, house.switches, house.gate);
    // Until the server has answered, what was accepted of it last time stands in: a first message need not wait for the start.
    this.#catalog = spec.pinned ?? fromAccepted(review.accepted);
  }

  /** As last listed, whether accepted and usable or not. */
  get catalog(): Catalog {
    return this.#catalog;
  }
  usableTools(): ToolDefinition[] {
    return [...this.#usable(this.#catalog.tools), ...this.#own()];
  }
  tool(name: string): ToolDefinition | undefined {
    return this.#usable(this.#catalog.tools.filter((tool) => tool.name === name))[0] ?? this.#own().find((tool) => tool.name === name);
  }
  definition(name: string): ToolDefinition | undefined {
    return this.#catalog.tools.find((tool) => tool.name === name);
  }
  setToolEnabled(name: string, enabled: boolean): void {
    if (!this.definition(name)) throw new FailureError('not-found', `${this.#parts.spec.key} has no tool ${name}`);
    this.#switches.set(name, enabled);
    this.#parts.onChange();
  }
  /** The server's own advice for the model, once accepted. */
  instructions(): string | undefined {
    const { instructions } = this.#catalog;
    const isAccepted = this.#parts.review.accepted.some((a) => a.kind === 'instructions' && a.raw === instructions);
    return instructions !== undefined && isAccepted ? instructions : undefined;
  }
  /** The person has accepted what this very launch offers, or it offers nothing that needs it. */
  get isAccepted(): boolean {
    const { review } = this.#parts;
    return review.accepted.length > 0 || !review.needed(this.#catalog);
  }
  views(): ToolView[] {
    return this.#catalog.tools.map((tool) =>
      toToolView(tool, {
        accepted: this.#parts.review.isAccepted(tool),
        enabled: this.#switches.isOn(tool.name),
        unusable: this.#unusable.get(tool.name),
      }),
    );
  }
  /** Reads the list anew; true when it differs from the one before. What differs from what was accepted is asked about, once. */
  async refresh(client: HostClient, signal: AbortSignal): Promise<boolean> {
    const { house, spec, review, onChange } = this.#parts;
    const catalog = await discoverTools(client, signal, house.limits.listMs);
    const before = this.#catalog;
    const known = spec.pinned;
    // A bundled server is held to what was pinned at build time: anything else it may offer is not there.
    this.#catalog = known
      ? { ...known, tools: known.tools.filter((t) => catalog.tools.some((o) => o.name === t.name && o.digest === t.digest)) }
      : catalog;
    if (known) return false;
    const mark = fingerprintOf(catalog);
    const isNew = mark !== fingerprintOf(before);
    // Over HTTP the newer era wants a tool left out whose annotations for headers are wrong (HTTP-3).
    const forHeaders = client.getProtocolEra() === 'modern' && spec.entry !== undefined && !isStdio(spec.entry);
    if (this.#checked !== mark) this.#unusable = await unusableTools(catalog, house.schemas, forHeaders);
    this.#checked = mark;
    review.consider(catalog, isNew);
    if (isNew) onChange();
    return isNew;
  }

  #usable(tools: readonly ToolDefinition[]): ToolDefinition[] {
    if (!this.#parts.isCallable()) return [];
    return tools.filter((tool) => this.#parts.review.isAccepted(tool) && this.#switches.isOn(tool.name) && !this.#unusable.has(tool.name));
  }
  /** Steward's own tool for this server, while the person lets the model read from it. The same object while nothing about it changed. */
  #own(): readonly ToolDefinition[] {
    const { spec, house } = this.#parts;
    if (!this.#parts.isCallable() || !this.isAccepted || !house.modelReads(spec.key)) return [];
    if (this.#ownTool?.of !== this.#catalog) this.#ownTool = { of: this.#catalog, tools: [readTool(spec.key, this.#catalog)] };
    return this.#ownTool.tools;
  }
}
