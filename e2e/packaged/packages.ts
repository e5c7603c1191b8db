import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { extractFile, listPackage, statFile } from '@electron/asar';
import { root } from '../paths.ts';

/** A package that `npm run test:package` built, and where it is when installed. */
export interface Package {
  readonly name: string;
  readonly folder: string;
  readonly binary: string;
  readonly desktopFile: string;
  readonly deb: string;
}
function packageOf(kind: 'release' | 'test', name: string, folder: string): Package {
  const output = path.join(root, 'release', kind);
  const deb = readdirSync(output).find((file) => file.endsWith('.deb')) ?? '';
  return {
    name,
    folder,
    binary: path.join(folder, name),
    desktopFile: `/usr/share/applications/${name}.desktop`,
    deb: path.join(output, deb),
  };
}
export const release = packageOf('release', 'steward', '/opt/Steward');
export const testBuild = packageOf('test', 'steward-test', '/opt/Steward-Test');

/** Runs a program to its end; throws with what it said unless it ended with 0. */
export function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, [...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `exit ${status}`}\n${stdout}${stderr}`);
  return stdout;
}

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Every file below a folder with the hash of its bytes. */
export function filesBelow(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(path.join(folder, name)).isFile());
  return new Map(names.sort().map((name) => [name, sha(readFileSync(path.join(folder, name)))]));
}

/** Every file in the application's archive with the hash of its bytes, as far as they lie in it. */
export function filesInArchive(archive: string): Map<string, string> {
  const names = listPackage(archive, { isPack: false }).map((name) => name.replace(/^\//, ''));
  const entries = names.flatMap((name): [string, string][] => {
    const entry = statFile(archive, name);
    if ('files' in entry) return [];
    return [[name, 'unpacked' in entry && entry.unpacked === true ? 'unpacked' : sha(extractFile(archive, name))]];
  });
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
export const metadata = ({ folder }: Package): Record<string, unknown> =>
  JSON.parse(extractFile(archiveOf(folder), 'package.json').toString()) as Record<string, unknown>;
export const archiveOf = (folder: string): string => path.join(folder, 'resources/app.asar');

/** The command of an installed desktop entry, read by the rules of the specification, without its field codes. */
export function execOf(desktopFile: string): string[] {
  const line = /^Exec=(.*)$/m.exec(readFileSync(desktopFile, 'utf8'))?.[1] ?? '';
  const words = [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain]) => quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
  return words.filter((word) => !/^%[fFuUick]$/.test(word));
}
