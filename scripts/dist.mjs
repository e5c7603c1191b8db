#!/usr/bin/env node
// Builds packages by electron-builder into release/KIND.
//   node scripts/dist.mjs release [TARGET ...]     what people get: deb, rpm, tar.gz (AppImage where its parts are); nsis; dmg, zip
//   node scripts/dist.mjs test [TARGET ...]        steward-test: the same with `testBuild: true`, which alone accepts a debugging port
// FAST=1 compresses little. STEWARD_FEED=https://… makes a release look for updates there. Nothing is ever published from here.
// Where the official Electron can't be had the packages hold the older one that tests run on, and are named and marked so.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'electron-builder';
import { electronDist } from './electron-runtime.mjs';
import { wrongFuses } from './fuses.mjs';
import { must, onPath, root, say } from './run.mjs';
import { preparePrograms } from './system.mjs';

/** @typedef {'release' | 'test'} Kind */

const project = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const fast = process.env.FAST === '1';
const { platform } = process;

/**
 * What makes the build for tests another application that stands beside the release; in the archive only package.json differs. Its folder
 * has no blank in its name: where Chromium falls back to its setuid helper, it would take such a path apart and not start.
 */
const TEST = {
  config: { appId: 'dev.steward.test', productName: 'Steward-Test' },
  linux: { executableName: 'steward-test', synopsis: 'Desktop chat that is an MCP host (the build for tests)' },
  metadata: { name: 'steward-test', productName: 'Steward-Test', desktopName: 'steward-test.desktop', testBuild: true },
};

/** The folder of the runtime with its version, and whether it is only for tests. */
async function runtime() {
  const dist = await electronDist();
  const version = fs.readFileSync(path.join(dist, 'version'), 'utf8').trim().replace(/^v/, '');
  return { dist, version, testsOnly: version !== project.devDependencies.electron };
}

/** AppImage needs parts that electron-builder would download: they are used where APPIMAGE_TOOLS_PATH names them. */
function defaultTargets() {
  if (platform !== 'linux') return [];
  return ['deb', 'rpm', 'tar.gz', ...(process.env.APPIMAGE_TOOLS_PATH ? ['AppImage'] : [])];
}

/** @param {readonly string[]} targets */
function prepare(targets) {
  if (platform !== 'linux') return;
  const programs = { deb: 'dpkg-deb', rpm: 'rpmbuild', 'tar.gz': '7za' };
  preparePrograms(Object.entries(programs).flatMap(([target, program]) => (targets.includes(target) ? [program] : [])));
  process.env.CUSTOM_FPM_PATH = path.join(root, 'scripts/fpm.mjs');
  process.env.ELECTRON_BUILDER_7ZIP_PATH ??= onPath('7za') ?? undefined;
  if (fast) process.env.PACKAGE_LEVEL = process.env.ELECTRON_BUILDER_COMPRESSION_LEVEL = '1';
}

/** Nothing but the app loads in a package, and no file tells what the runtime's folder was. @param {{ appOutDir: string }} context */
async function removeLeftovers({ appOutDir }) {
  for (const name of ['resources/default_app.asar', 'version']) fs.rmSync(path.join(appOutDir, name), { force: true });
}

/** The feed for updates of a release, off unless an address is given. @param {Kind} kind @param {boolean} testsOnly */
function feed(kind, testsOnly) {
  const url = process.env.STEWARD_FEED;
  if (!url || kind === 'test' || testsOnly) return null;
  if (new URL(url).protocol !== 'https:') throw new Error('STEWARD_FEED must be an https address');
  return { provider: /** @type {const} */ ('generic'), url };
}

/** @param {Kind} kind @param {Awaited<ReturnType<typeof runtime>>} electron @returns {import('electron-builder').Configuration} */
function configuration(kind, electron) {
  const test = kind === 'test' ? TEST : null;
  const mark = `TESTS ONLY, on Electron ${electron.version}`;
  const synopsis = test?.linux.synopsis ?? 'Desktop chat that is an MCP host';
  return {
    ...test?.config,
    directories: { output: `release/${kind}` },
    electronDist: electron.dist,
    electronVersion: electron.version,
    electronFuses: { enableEmbeddedAsarIntegrityValidation: platform !== 'linux', enableCookieEncryption: platform !== 'linux' },
    afterPack: removeLeftovers,
    publish: feed(kind, electron.testsOnly),
    extraMetadata: {
      homepage: 'https://steward.localhost',
      desktopName: 'steward.desktop',
      ...test?.metadata,
      ...(electron.testsOnly ? { testsOnly: mark } : {}),
    },
    ...(electron.testsOnly ? { artifactName: `\${name}-\${version}-\${arch}.tests-only-electron-${electron.version}.\${ext}` } : {}),
    linux: { ...test?.linux, ...(electron.testsOnly ? { synopsis: `${mark}: ${synopsis}` } : {}) },
    ...(fast ? { rpm: { compression: /** @type {const} */ ('gzip') } } : {}),
    deb: {
      ...(fast ? { compression: /** @type {const} */ ('gz') } : {}),
      fpm: [`${path.join(root, 'LICENSE')}=/usr/share/doc/${test?.metadata.name ?? 'steward'}/copyright`],
    },
  };
}

/** The program whose fuses count, in what the builder unpacked. @param {string} output @param {Kind} kind */
function packedBinary(output, kind) {
  const name = kind === 'test' ? 'Steward-Test' : 'Steward';
  const folder = fs.readdirSync(output).find((each) => /^(linux|win|mac)(-\w+)?(-unpacked)?$/.test(each)) ?? '';
  if (platform === 'darwin') return path.join(output, folder, `${name}.app`);
  return path.join(output, folder, platform === 'win32' ? `${name}.exe` : `steward${kind === 'test' ? '-test' : ''}`);
}

/** @param {Kind} kind @param {readonly string[]} asked targets */
async function dist(kind, asked) {
  const electron = await runtime();
  if (electron.testsOnly) say('dist', `the packages hold Electron ${electron.version}, so they are for tests only and are marked so`);
  const targets = asked.length > 0 ? asked : defaultTargets();
  prepare(targets);
  if (process.env.STEWARD_BUILT !== '1')
    must(process.execPath, [path.join(root, 'scripts/build.mjs')], { env: { ...process.env, STEWARD_PACKAGE: '1' } });
  const output = path.join(root, 'release', kind);
  fs.rmSync(output, { recursive: true, force: true });
  const list = platform === 'linux' ? { linux: [...targets] } : platform === 'win32' ? { win: [...targets] } : { mac: [...targets] };
  const made = await build({ projectDir: root, ...list, publish: 'never', config: configuration(kind, electron) });
  const wrong = await wrongFuses(packedBinary(output, kind));
  if (wrong.length > 0) {
    for (const file of made) fs.rmSync(file, { force: true });
    throw new Error(`the packages were removed again: ${wrong.join('; ')}`);
  }
  for (const file of made.filter((each) => fs.existsSync(each))) console.log(path.relative(root, file));
}

const [kind = '', ...targets] = process.argv.slice(2);
try {
  if (kind !== 'release' && kind !== 'test') throw new Error('usage: node scripts/dist.mjs release|test [TARGET ...]');
  await dist(kind, targets);
} catch (error) {
  say('dist', error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
