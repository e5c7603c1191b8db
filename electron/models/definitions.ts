import { providerPresets } from '#shared/models/providers.ts';
import { nameTools, namesByTool, type ToolId } from '../mcp/toolNames.ts';
import { profiles, quirksFor } from './quirks.ts';
import { toTool } from './toolSchema.ts';

/** A tool as endpoints of one kind, or of several alike, are told of it. `shape` is the API whose words its definition is in. */
export interface ModelDefinition {
  readonly profile: string;
  readonly shape: 'openai' | 'anthropic';
  readonly name: string;
  readonly description: string;
  readonly parameters: Record<string, unknown>;
}
const messagesApi = new Set(['anthropic', 'messages']);
const nameOf = (id: string): string => providerPresets.find((preset) => preset.quirks === id)?.name ?? id;

/** The definition that a model of each profile gets for a tool, named among all that are offered beside it; equal ones are told once. */
export function modelDefinitions(
  tool: ToolId & { readonly description: string; readonly inputSchema: Readonly<Record<string, unknown>> },
  offered: readonly ToolId[],
): ModelDefinition[] {
  const alike = new Map<string, ModelDefinition>();
  for (const id of [...profiles.map((profile) => profile.id).filter((one) => one !== 'messages'), '']) {
    const quirks = quirksFor('', id);
    const name = namesByTool(nameTools([...offered, tool], quirks.maxToolNameLength))(tool) ?? tool.toolName;
    const told = toTool({ name, description: tool.description, parameters: { ...tool.inputSchema } }, quirks);
    const definition = { shape: messagesApi.has(id) ? ('anthropic' as const) : ('openai' as const), name, ...told };
    const key = JSON.stringify(definition);
    const label = id === '' ? 'OpenAI-compatible' : nameOf(id);
    const known = alike.get(key);
    alike.set(key, { profile: known ? `${known.profile}, ${label}` : label, ...definition });
  }
  return [...alike.values()];
}
