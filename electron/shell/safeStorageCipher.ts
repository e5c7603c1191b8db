import { safeStorage } from 'electron';
import type { Cipher } from '../secrets/vault.ts';

/** The operating system's key store. Undefined where there is none, or only one with a fixed password (Linux without a keyring). */
export async function openSafeStorage(): Promise<Cipher | undefined> {
  await Promise.resolve();
  if (!safeStorage.isEncryptionAvailable()) return undefined;
  if (process.platform === 'linux' && ['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())) return undefined;
  return {
    encrypt: async (text) => new Uint8Array(safeStorage.encryptString(text)),
    decrypt: async (bytes) => safeStorage.decryptString(Buffer.from(bytes)),
  };
}
