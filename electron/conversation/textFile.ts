import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { FailureError } from '#shared/ipc/failure.ts';
import { textOf } from '../mcp/mediaKind.ts';

export const maxFileBytes = 1_000_000;

/** Folders below a home that hold keys; a page that has gone wrong must not get at them by naming them. */
const keyFolders = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  '.password-store',
  '.local/share/keyrings',
  'Library/Keychains',
  '.config/gcloud',
  '.config/gh',
];

/** Where the system shows its own insides as files: among them are the environments of running programs. */
const insides = ['/proc', '/sys', '/dev', '/run/secrets'];
/** Files that hold keys or everything that was typed, wherever they lie. */
const keyFiles =
  /^(\.netrc|_netrc|\.git-credentials|\.npmrc|\.pypirc|\.pgpass|\.my\.cnf|\.env(\.(local|production|development|staging|test))*|\.\w*_history|id_(rsa|dsa|ecdsa|ed25519)(_sk)?|.*\.(pem|key|p12|pfx|jks|keystore|kdbx))$/i;

export interface FilePlaces {
  readonly home: string;
  /** The app's own folder: chats, settings and secrets are not for attaching. */
  readonly userData: string;
}
export interface TextFile {
  /** The real path, links followed. */
  readonly path: string;
  readonly text: string;
  readonly bytes: number;
}

/** Reads one text file of at most 1 MB, or `maxBytes`, once. `~` is the home folder; a path must be whole. Throws `FailureError`. */
export async function readTextFile(typed: string, places: FilePlaces, maxBytes = maxFileBytes): Promise<TextFile> {
  const written = wholePath(typed, places);
  const file = await realpath(written).catch((error: unknown) => {
    throw fileFailure(error);
  });
  await refuseKeys(file, places);
  const bytes = await readRegular(file, maxBytes);
  const text = textOf(bytes);
  if (text === undefined) throw new FailureError('file-binary', file);
  return { path: file, text: text.replace(/^\ufeff/, ''), bytes: bytes.length };
}

/** A typed path as a whole one. Throws `FailureError` file-missing for one that is none. */
export function wholePath(typed: string, { home }: Pick<FilePlaces, 'home'>): string {
  const written = typed.trim().replace(/^~(?=$|[\\/])/, home);
  if (!path.isAbsolute(written) || written.includes('\0'))
    throw new FailureError('file-missing', 'the path must begin at the root or with ~');
  return path.normalize(written);
}

/** Throws `FailureError` file-refused for a real path among keys, the system's insides or Steward's own data. */
export async function refuseKeys(file: string, { home, userData }: FilePlaces): Promise<void> {
  const real = (folder: string): Promise<string> => realpath(folder).catch(() => folder);
  const [realHome, realData] = await Promise.all([real(home), real(userData)]);
  const refused = [...insides, realData, ...keyFolders.map((folder) => path.join(realHome, folder))];
  const isBelow = (folder: string): boolean => {
    const inside = path.relative(folder, file);
    return inside === '' || (!inside.startsWith('..') && !path.isAbsolute(inside));
  };
  if (refused.some(isBelow) || keyFiles.test(path.basename(file))) throw new FailureError('file-refused', file);
}

/** Never waits on a pipe or a device: only a regular file is read, and the very file that was looked at. */
async function readRegular(file: string, maxBytes: number): Promise<Uint8Array> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: unknown) => {
    throw fileFailure(error);
  });
  try {
    const stat = await handle.stat();
    if (stat.isDirectory()) throw new FailureError('file-folder', file);
    if (!stat.isFile()) throw new FailureError('file-unreadable', 'it is no regular file');
    if (stat.size > maxBytes) throw new FailureError('file-too-large', `${stat.size} bytes`);
    const buffer = Buffer.alloc(Math.min(maxBytes, stat.size + 65_536) + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
      length += bytesRead;
      if (length === buffer.length) throw new FailureError('file-too-large', 'it grew while it was read');
      if (bytesRead === 0) return buffer.subarray(0, length);
    }
  } catch (error) {
    throw error instanceof FailureError ? error : fileFailure(error);
  } finally {
    await handle.close();
  }
}

function fileFailure(error: unknown): FailureError {
  const { code, message } = error as NodeJS.ErrnoException;
  const detail = code ?? message;
  return new FailureError(code === 'ENOENT' || code === 'ENOTDIR' ? 'file-missing' : 'file-unreadable', detail, { cause: error });
}
