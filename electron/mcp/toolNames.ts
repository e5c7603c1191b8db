import { createHash } from 'node:crypto';

/** What a tool is known by inside Steward: the server's key in mcp.json and the tool's own name, both as they are. */
export interface ToolId {
  readonly serverKey: string;
  readonly toolName: string;
}
/** The names that one request shows to a model, in the order of the tools, each with the one tool it means. */
export type ToolNames = ReadonlyMap<string, ToolId>;

const separator = '__';
// No double underscore, none at the end, so that the first one in a plain name is always the separator.
const plainServer = /^(?:[A-Za-z]|_(?=[A-Za-z0-9-]))(?:[A-Za-z0-9-]|_(?=[A-Za-z0-9-]))*$/;
const plainTool = /^[A-Za-z0-9-][A-Za-z0-9_-]*$/;
const looksHashed = /_[0-9a-f]{8,}$/;
const hashLengths = [8, 16, 32] as const;
const shortestLimit = 48;

/**
 * Names every tool for a model: `server__tool` where exactly that can be read back, else a readable stem and a hash of the two true names.
 * Each name fits `[a-zA-Z_][a-zA-Z0-9_-]*` and `maxLength`, means one tool, and does not depend on the other tools unless two hashes
 * collide (UA12, UA13, UA15, UA16, S21). A tool given twice is named once. Throws a RangeError for a limit under 48.
 */
export function nameTools(tools: readonly ToolId[], maxLength = 64): ToolNames {
  if (maxLength < shortestLimit) throw new RangeError(`Tool names need at least ${shortestLimit} characters, not ${maxLength}.`);
  const distinct = new Map(tools.map((tool) => [keyOf(tool), { serverKey: tool.serverKey, toolName: tool.toolName }]));
  const named = new Map<string, ToolId>();
  for (const [name, sharing] of grouped([...distinct.values()], (tool) => modelName(tool, maxLength, hashLengths[0]))) {
    const [only] = sharing;
    if (only && sharing.length === 1) named.set(name, only);
    else for (const tool of sharing) named.set(longerName(tool, sharing, maxLength), tool);
  }
  return inOrderOf(distinct, named);
}

/** The way back: from a tool to its name among `names`; undefined when it is not there. */
export function namesByTool(names: ToolNames): (tool: ToolId) => string | undefined {
  const byKey = new Map([...names].map(([name, tool]) => [keyOf(tool), name]));
  return (tool) => byKey.get(keyOf(tool));
}

const keyOf = ({ serverKey, toolName }: ToolId): string => JSON.stringify([serverKey, toolName]);

function grouped(tools: readonly ToolId[], nameOf: (tool: ToolId) => string): Map<string, ToolId[]> {
  const groups = new Map<string, ToolId[]>();
  for (const tool of tools) {
    const name = nameOf(tool);
    groups.set(name, [...(groups.get(name) ?? []), tool]);
  }
  return groups;
}

/** With more of the hash, until all that shared a name differ; a whole SHA-256 half is never shared. */
function longerName(tool: ToolId, sharing: readonly ToolId[], maxLength: number): string {
  const length =
    hashLengths.find((l) => new Set(sharing.map((other) => modelName(other, maxLength, l))).size === sharing.length) ?? hashLengths[2];
  return modelName(tool, maxLength, length);
}

function inOrderOf(distinct: ReadonlyMap<string, ToolId>, named: ReadonlyMap<string, ToolId>): ToolNames {
  const nameOf = namesByTool(named);
  return new Map(
    [...distinct.values()].flatMap((tool) => {
      const name = nameOf(tool);
      return name === undefined ? [] : [[name, tool] as const];
    }),
  );
}

function modelName(tool: ToolId, maxLength: number, hashLength: number): string {
  const { serverKey, toolName } = tool;
  const plain = serverKey + separator + toolName;
  if (plain.length <= maxLength && plainServer.test(serverKey) && plainTool.test(toolName) && !looksHashed.test(plain)) return plain;
  const hash = createHash('sha256').update(keyOf(tool)).digest('hex').slice(0, hashLength);
  const room = maxLength - hashLength - 1 - separator.length;
  const tail = readable(toolName, 'tool');
  const head = readable(serverKey, 'server').slice(0, Math.max(Math.floor(room / 3), room - tail.length));
  const start = /^[A-Za-z]/.test(head) ? head : `_${head}`;
  return `${start}${separator}${tail.slice(0, room - start.length)}_${hash}`;
}

/** What is left of a name in letters that every provider accepts. */
function readable(name: string, otherwise: string): string {
  const kept = name.replace(/[^A-Za-z0-9-]+/g, '_').replace(/^_+|_+$/g, '');
  return kept === '' || kept === '-' ? otherwise : kept;
}
