// What Electron needs of a Linux system and a fresh one lacks: libraries, fonts, a screen.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { failedLately, must, onPath, rememberFailure, say } from './run.mjs';
import { cacheFolder } from './electron-runtime.mjs';

/** Debian's packages: what the binary links to, the fonts that show Chinese and emoji, and a virtual screen. */
const LIBRARIES = ['libgtk-3-0', 'libnss3', 'libgbm1', 'libasound2'];
const FONTS = { 'fonts-noto-cjk': /cjk|sourcehan|wqy|wenquanyi|droidsansfallback|notosans(sc|tc|jp)/i, 'fonts-noto-color-emoji': /emoji/i };

/** Shared libraries that the binary asks for and the system has not. @param {string} executable */
function missingLibraries(executable) {
  const { stdout } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  return [...(stdout ?? '').matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] ?? '');
}

/** The font packages of which no font file is found under these folders. @param {readonly string[]} folders */
export function missingFonts(folders) {
  const files = folders.filter((dir) => fs.existsSync(dir)).flatMap((dir) => fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }));
  const fonts = files.filter((file) => /\.(ttf|ttc|otf|otc)$/i.test(file)).map((file) => path.basename(file));
  return Object.entries(FONTS).flatMap(([name, look]) => (fonts.some((font) => look.test(font)) ? [] : [name]));
}

/** What of Debian's packages is missing here. @param {string} executable the Electron binary */
function missing(executable) {
  const libraries = missingLibraries(executable);
  const screen = process.env.DISPLAY || process.env.WAYLAND_DISPLAY || onPath('Xvfb');
  const home = os.homedir();
  const fonts = missingFonts([
    '/usr/share/fonts',
    '/usr/local/share/fonts',
    path.join(home, '.fonts'),
    path.join(home, '.local/share/fonts'),
  ]);
  return { libraries, needed: [...(libraries.length > 0 ? LIBRARIES : []), ...(screen ? [] : ['xvfb'])], fonts };
}

/**
 * Installs packages as root, by name or as files by path. The lists of a bare system may be empty: then they are fetched, and it is tried once more.
 * @param {readonly string[]} names
 */
export function aptInstall(names) {
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: /** @type {import('node:child_process').StdioOptions} */ (['ignore', 'ignore', 2]),
  };
  const wait = ['-o', 'DPkg::Lock::Timeout=120'];
  const { status } = spawnSync('apt-get', [...wait, 'install', '-y', '-qq', '--no-install-recommends', ...names], {
    ...options,
    stdio: 'ignore',
  });
  if (status === 0) return;
  must('apt-get', [...wait, 'update', '-qq'], options);
  must('apt-get', [...wait, 'install', '-y', '-qq', '--no-install-recommends', ...names], options);
}

const ROOT_LINE = (/** @type {readonly string[]} */ names) =>
  `apt-get update && apt-get install -y --no-install-recommends ${names.join(' ')}`;

/** Programs that making and trying packages needs, and the packages of Debian that have them. @type {Record<string, string>} */
const PROGRAMS = {
  '7za': 'p7zip-full',
  'desktop-file-validate': 'desktop-file-utils',
  'dpkg-deb': 'dpkg',
  runuser: 'util-linux',
  rpmbuild: 'rpm',
  useradd: 'passwd',
  Xvfb: 'xvfb',
};

/** Brings missing programs by apt where this is root on Debian; else throws with the line to run. @param {readonly string[]} names of `PROGRAMS` */
export function preparePrograms(names) {
  const missing = names.filter((name) => onPath(name) === null).map((name) => PROGRAMS[name] ?? name);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || onPath('apt-get') === null)
    throw new Error(`please run as root (names are Debian's): ${ROOT_LINE(missing)}`);
  say('setup', `installing system packages by apt: ${missing.join(' ')}`);
  aptInstall(missing);
}

/** Fonts are a wish: without them the app runs, and some letters are boxes. @param {readonly string[]} fonts */
function installFonts(fonts) {
  const failed = path.join(cacheFolder(), 'fonts-failed');
  if (failedLately(failed)) return;
  try {
    say('setup', `installing fonts by apt: ${fonts.join(' ')}`);
    aptInstall(fonts);
  } catch (error) {
    say('setup', `the fonts could not be installed, so some letters may show as boxes (tried again in a day): ${String(error)}`);
    rememberFailure(failed);
  }
}

/**
 * Brings what is missing by apt where this is root on Debian; else says the one line to run. Throws when the app could not start without it.
 * @param {string} executable the Electron binary
 */
export function prepareSystem(executable) {
  if (process.platform !== 'linux') return;
  const { libraries, needed, fonts } = missing(executable);
  if (needed.length + fonts.length === 0) return;
  const able = process.getuid?.() === 0 && onPath('apt-get') !== null;
  if (!able) {
    const names = [...needed, ...fonts];
    say('setup', `please run as root (names are Debian's): ${ROOT_LINE(names)}`);
    if (needed.length > 0) throw new Error(`the system lacks ${[...libraries, ...needed.filter((name) => name === 'xvfb')].join(', ')}`);
    return;
  }
  if (needed.length > 0) {
    say('setup', `installing system packages by apt: ${[...needed, ...fonts].join(' ')}`);
    aptInstall([...needed, ...fonts]);
  } else installFonts(fonts);
  const still = missingLibraries(executable);
  if (still.length > 0) throw new Error(`still missing after the install: ${still.join(', ')}`);
}
