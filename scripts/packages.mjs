// The packages of the lock file.
import fs from 'node:fs';
import path from 'node:path';
import { must, npmCommand, root } from './run.mjs';

/** @typedef {Record<string, { version?: string, integrity?: string, optional?: boolean }>} LockedPackages */

/** @param {string} file @returns {LockedPackages | null} */
function lockedPackages(file) {
  if (!fs.existsSync(file)) return null;
  return JSON.parse(fs.readFileSync(file, 'utf8')).packages;
}

/**
 * Whether what npm noted in node_modules is what the lock file asks for. npm writes its note last, so a broken install has none.
 * Packages for other systems are optional and not noted.
 * @param {LockedPackages} wanted @param {LockedPackages} found
 */
export function sameAsLock(wanted, found) {
  const names = Object.keys(wanted).filter((name) => name !== '');
  const fits = (/** @type {string} */ name) => {
    const [want, got] = [wanted[name], found[name]];
    return got ? want?.version === got.version && want?.integrity === got.integrity : want?.optional === true;
  };
  return names.every(fits) && Object.keys(found).every((name) => name in wanted);
}

/** Whether node_modules holds exactly what the lock file says. */
export function packagesAreThere() {
  const wanted = lockedPackages(path.join(root, 'package-lock.json'));
  const found = lockedPackages(path.join(root, 'node_modules/.package-lock.json'));
  return wanted !== null && found !== null && sameAsLock(wanted, found);
}

/** Installs the packages by the lock file. Browsers and Electron are not fetched by their packages: the runtime step does that. */
export function installPackages() {
  const [command, args] = npmCommand(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  must(command, args, { env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1', ELECTRON_SKIP_BINARY_DOWNLOAD: '1' } });
}
