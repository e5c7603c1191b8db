import type { Gate } from '../decision/gate.ts';
import type { SwitchTable } from '../storage/switchTable.ts';

/** The switches of one server's tools: the one place that both the offer to the model and the door for calls ask (UB14, UB15). */
export class ToolSwitches {
  readonly #serverKey: string;
  readonly #table: SwitchTable;
  readonly #gate: Gate;
  readonly #off: Set<string>;
  constructor(serverKey: string, table: SwitchTable, gate: Gate) {
    this.#serverKey = serverKey;
    this.#table = table;
    this.#gate = gate;
    this.#off = new Set(table.off(serverKey));
  }

  isOn(toolName: string): boolean {
    return !this.#off.has(toolName);
  }
  /** Kept on disk; what waits for a tool that is switched off is withdrawn. */
  set(toolName: string, enabled: boolean): void {
    this.#table.set(this.#serverKey, toolName, enabled);
    if (enabled) this.#off.delete(toolName);
    else this.#off.add(toolName);
    if (enabled) return;
    this.#gate.withdraw('changed', (d) => d.kind === 'tool-call' && d.serverKey === this.#serverKey && d.toolName === toolName);
  }
}
