import type { Turn } from '#shared/conversation/state.ts';
import type { ToolDefinition } from '../mcp/catalog.ts';
import { nameTools, type ToolNames } from '../mcp/toolNames.ts';
import type { ModelMessage, ToolSpec } from '../models/provider.ts';
import type { AttachedText } from './attached.ts';
import { turnMessages } from './context.ts';

interface Offered {
  readonly serverKey: string;
  readonly tool: ToolDefinition;
}
interface Named {
  readonly names: ToolNames;
  readonly specs: readonly ToolSpec[];
}

/**
 * What stays the same from one request to the next is made once: the messages of a turn, and the list of tools. Both come back as the very
 * same objects while nothing about them changed, so that who keeps requests can tell the new from the known without reading either.
 */
export class RequestMemory {
  readonly #messages = new WeakMap<Turn, readonly ModelMessage[]>();
  #tools: { readonly offered: readonly Offered[]; readonly maxLength: number | undefined; readonly named: Named } | undefined;

  /** A turn in the model's terms. The texts of attachments depend on the turns after it, so such a turn is made anew. */
  messages(turn: Turn, attached: ReadonlyMap<string, AttachedText>): readonly ModelMessage[] {
    if (turn.attachments.length > 0) return turnMessages(turn, attached);
    const known = this.#messages.get(turn);
    if (known) return known;
    const made = turnMessages(turn);
    this.#messages.set(turn, made);
    return made;
  }

  /** The tools under the names that a model knows them by. */
  tools(offered: readonly Offered[], maxLength: number | undefined): Named {
    const last = this.#tools;
    const isSame =
      last?.maxLength === maxLength &&
      last?.offered.length === offered.length &&
      offered.every(({ serverKey, tool }, at) => last.offered[at]?.tool === tool && last.offered[at].serverKey === serverKey);
    if (last && isSame) return last.named;
    const names = nameTools(
      offered.map(({ serverKey, tool }) => ({ serverKey, toolName: tool.name })),
      maxLength,
    );
    const specs = [...names.keys()].map((name, at): ToolSpec => {
      const { tool } = offered[at] as Offered;
      return { name, description: tool.description, parameters: tool.inputSchema };
    });
    const named = { names, specs };
    this.#tools = { offered, maxLength, named };
    return named;
  }
}
