import { access } from 'node:fs/promises';
import path from 'node:path';
import { FailureError } from '#shared/ipc/failure.ts';
import { freeKey, ImportError, readServerConfigs, type FoundConfig } from '#shared/servers/importConfig.ts';
import type { ServerEntry } from '#shared/servers/config.ts';
import { readTextFile } from './configFile.ts';
import type { Environment } from './expandText.ts';
import type { McpConfig } from './mcpConfig.ts';

export interface ImportPlaces {
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly environment: Environment;
}
export interface FoundFile {
  readonly app: string;
  readonly path: string;
}

/** Where other apps keep their servers. Only files of the person's own: those of projects are never looked for (S11). */
export function knownFiles({ home, platform, environment }: ImportPlaces): FoundFile[] {
  const settings =
    platform === 'darwin'
      ? path.join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? (environment.APPDATA ?? path.join(home, 'AppData', 'Roaming'))
        : (environment.XDG_CONFIG_HOME ?? path.join(home, '.config'));
  return [
    { app: 'Claude Desktop', path: path.join(settings, 'Claude', 'claude_desktop_config.json') },
    { app: 'Claude Code', path: path.join(home, '.claude.json') },
    { app: 'Cursor', path: path.join(home, '.cursor', 'mcp.json') },
    { app: 'VS Code', path: path.join(settings, 'Code', 'User', 'mcp.json') },
    { app: 'VS Code', path: path.join(settings, 'Code', 'User', 'settings.json') },
    { app: 'VS Code Insiders', path: path.join(settings, 'Code - Insiders', 'User', 'mcp.json') },
    { app: 'Windsurf', path: path.join(home, '.codeium', 'windsurf', 'mcp_config.json') },
  ];
}

/** Those of the known files that are there. */
export async function findFiles(places: ImportPlaces): Promise<FoundFile[]> {
  const there = await Promise.all(
    knownFiles(places).map(async (file) => {
      try {
        await access(file.path);
        return [file];
      } catch {
        return []; // not there, or not for us
      }
    }),
  );
  return there.flat();
}

/** The servers in a file; nothing of them is kept or started. Throws `FailureError`: not-found, invalid-input with what is wrong with it. */
export async function readImport(file: string, home: string): Promise<FoundConfig> {
  const full = file.replace(/^~(?=$|[/\\])/, home);
  if (!path.isAbsolute(full)) throw new FailureError('invalid-input', 'the path must be absolute');
  const text = await readText(full);
  if (text === undefined) throw new FailureError('not-found', `there is no file ${full}`);
  try {
    return readServerConfigs(text);
  } catch (error) {
    if (error instanceof ImportError) throw new FailureError('invalid-input', `${error.code}: ${error.message}`, { cause: error });
    throw error;
  }
}
async function readText(file: string): Promise<string | undefined> {
  try {
    return await readTextFile(file);
  } catch (error) {
    throw new FailureError('invalid-input', error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/**
 * Writes entries to mcp.json under names that are free. They arrive like any other entry: untrusted, so that nothing of them runs before its
 * review (S11). Returns the names they got, in their order.
 */
export async function applyImport(
  config: Pick<McpConfig, 'save'>,
  used: Iterable<string>,
  entries: readonly { readonly key: string; readonly entry: ServerEntry }[],
): Promise<string[]> {
  const taken = new Set(used);
  const keys: string[] = [];
  for (const { key, entry } of entries) {
    const free = freeKey(key, taken);
    taken.add(free);
    await config.save(free, entry);
    keys.push(free);
  }
  return keys;
}
