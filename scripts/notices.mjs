// The notices of third parties whose work ships inside the app: what the bundler really put in, and the packages that come as folders.
import fs from 'node:fs';
import path from 'node:path';

/** Licences that may ship in the app. Another one stops the package build, so that somebody reads it first. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Python-2.0',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Zlib',
]);

/** Packages that declare nothing in package.json, and what their licence file says. @type {Record<string, string>} */
const READ = { khroma: 'MIT' };

/** The folder of the package that a module belongs to, or null for the project's own. @param {string} id as the bundler names modules */
export function packageFolder(id) {
  const file = id.replace(/^\0/, '').replace(/\?.*$/, '').replaceAll('\\', '/');
  return /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? null;
}

/** A plugin that notes the folder of each package of which something was bundled. @param {Set<string>} folders @returns {import('vite').Plugin} */
export const notePackages = (folders) => ({
  name: 'note-packages',
  generateBundle() {
    for (const id of this.getModuleIds()) {
      const folder = packageFolder(id);
      if (folder) folders.add(folder);
    }
  },
});

/** @param {string} folder */
const about = (folder) => JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));

/** The folders of packages that ship as they are, with all they depend on. @param {string} nodeModules @param {readonly string[]} names @returns {string[]} */
export function withDependencies(nodeModules, names) {
  return names.flatMap((name) => {
    const folder = path.join(nodeModules, name);
    return [folder, ...withDependencies(nodeModules, Object.keys(about(folder).dependencies ?? {}))];
  });
}

/** Whether an SPDX expression may ship: all of an AND, one of an OR. @param {unknown} expression */
export function mayShip(expression) {
  if (typeof expression !== 'string') return false;
  const plain = expression.replace(/[()]/g, ' ');
  return plain.split(/\sOR\s/).some((way) => way.split(/\sAND\s/).every((licence) => ALLOWED.has(licence.trim())));
}

/** The licence texts in a package's folder, its notice file with them. @param {string} folder */
function textsIn(folder) {
  const names = fs
    .readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name) && fs.statSync(path.join(folder, name)).isFile());
  return names.sort().map((name) => fs.readFileSync(path.join(folder, name), 'utf8').trim());
}

/** @param {string} folder */
function notice(folder) {
  const { name, version, author, homepage, license = READ[name] } = about(folder);
  if (!mayShip(license))
    throw new Error(`${name} ${version} has the licence ${JSON.stringify(license)}: decide in scripts/notices.mjs whether it may ship`);
  const texts = textsIn(folder);
  const by = typeof author === 'string' ? author : author?.name;
  const title = [`${name} ${version}, ${license}`, ...(by ? [`By ${by}`] : []), ...(homepage ? [homepage] : [])].join('\n');
  return { title, body: texts.length > 0 ? texts.join('\n\n') : `(The package brings no licence text; it declares ${license}.)` };
}

const HEAD = `Third-party notices

Steward contains work of the packages below. Electron and Chromium have their own files beside this one: LICENSE.electron.txt and
LICENSES.chromium.html. SQLite is in the public domain.
`;

/** The whole file, in the order of names. Throws when a licence is not one that may ship. @param {Iterable<string>} folders */
export function noticesOf(folders) {
  const notices = [...new Set(folders)].map(notice).sort((a, b) => (a.title < b.title ? -1 : 1));
  const line = '-'.repeat(80);
  return [HEAD, ...notices.map(({ title, body }) => `${line}\n${title}\n\n${body}\n`)].join('\n');
}
