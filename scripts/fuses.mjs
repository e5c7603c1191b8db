#!/usr/bin/env node
// What Electron's fuses must be in a package (security.md S9), read back from the binary itself.
//   node scripts/fuses.mjs BINARY     prints what differs, and fails if anything does
import path from 'node:path';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';

/** @typedef {keyof typeof FuseV1Options} FuseName */

/** @param {NodeJS.Platform} platform @returns {Partial<Record<FuseName, boolean>>} */
export const wantedFuses = (platform) => ({
  RunAsNode: false,
  // On Linux its key comes from the keyring, and while that is locked nothing would start; no cookie of ours is worth it.
  EnableCookieEncryption: platform !== 'linux',
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  // Linux has no such check: there the fuse stays as it comes.
  EnableEmbeddedAsarIntegrityValidation: platform !== 'linux',
  OnlyLoadAppFromAsar: true,
  GrantFileProtocolExtraPrivileges: false,
});

/** What of a binary's fuse wire is not as it must be, in words. @param {string} binary @param {NodeJS.Platform} [platform] @returns {Promise<string[]>} */
export async function wrongFuses(binary, platform = process.platform) {
  const wire = await getCurrentFuseWire(binary);
  return Object.entries(wantedFuses(platform)).flatMap(([name, on]) => {
    const state = wire[FuseV1Options[/** @type {FuseName} */ (name)]];
    return state === (on ? FuseState.ENABLE : FuseState.DISABLE)
      ? []
      : [`fuse ${name} must be ${on ? 'on' : 'off'}, and its state is ${state === undefined ? 'absent' : (FuseState[state] ?? state)}`];
  });
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) {
  const lines = await wrongFuses(process.argv[2] ?? '');
  for (const line of lines) console.error(line);
  if (lines.length === 0) console.log('every fuse is as it must be');
  process.exitCode = lines.length > 0 ? 1 : 0;
}
