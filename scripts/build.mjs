#!/usr/bin/env node
// Builds everything the app loads into dist/: the pages, main, one file per preload, the schema worker, the bundled servers and their
// catalogue, and the tests' servers (with STEWARD_PACKAGE=1 they are left out, and third parties' notices come in). The new dist/ takes the place of the old one only when all is well.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { stampBuild } from './build-stamp.mjs';
import { leanSchemas } from './lean-schemas.mjs';
import { notePackages, noticesOf, withDependencies } from './notices.mjs';
import { root, say } from './run.mjs';

const forPackage = process.env.STEWARD_PACKAGE === '1';
const began = new Date();
const dist = path.join(root, `.dist-${process.pid}`);
/** Never bundled: what Electron and Node bring, and the one package with a native part. */
const native = '@photostructure/sqlite';
/** The folders of the packages of which something is bundled. @type {Set<string>} */
const bundled = new Set();
const external = ['electron', native, ...builtinModules, /^node:/];

const NODE = { format: 'es', target: 'node20.18' };
const PRELOAD = { format: 'cjs', target: 'chrome130' };
/** @typedef {{ from: string, to: string, split?: boolean } & ({ format: 'es' | 'cjs', target: string })} Bundle */

/** @param {string} dir @param {RegExp} pattern one group: the name without its end */
function namesIn(dir, pattern) {
  const names = fs.existsSync(path.join(root, dir)) ? fs.readdirSync(path.join(root, dir)).sort() : [];
  return names.flatMap((name) => pattern.exec(name)?.[1] ?? []);
}

const bundles = /** @type {Bundle[]} */ ([
  // Main is split, so that the window opens before the host is read.
  { from: 'electron/shell/entry.ts', to: 'electron/entry.mjs', split: true, ...NODE },
  // One build each: a sandboxed preload cannot load a chunk that two of them share.
  { from: 'electron/shell/chatPreload.ts', to: 'electron/chatPreload.cjs', ...PRELOAD },
  { from: 'electron/shell/decisionsPreload.ts', to: 'electron/decisionsPreload.cjs', ...PRELOAD },
  { from: 'electron/schema/schemaWorker.ts', to: 'electron/schemaWorker.mjs', ...NODE },
  { from: 'servers/demo.utility.ts', to: 'servers/demo.utility.mjs', ...NODE },
  { from: 'servers/catalogue.ts', to: 'servers/catalogue.mjs', ...NODE },
  ...namesIn('servers', /^(.+\.stdio)\.ts$/).map((name) => ({ from: `servers/${name}.ts`, to: `servers/${name}.mjs`, ...NODE })),
  // Never packaged: it answers in a person's place.
  ...(forPackage ? [] : [{ from: 'electron/headless.ts', to: 'electron/headless.mjs', ...NODE }]),
  ...(forPackage ? [] : [{ from: 'e2e/killed/killedHost.ts', to: 'e2e/killedHost.mjs', ...NODE }]),
  ...(forPackage ? [] : [{ from: 'e2e/own/own.ts', to: 'e2e/own.mjs', ...NODE }]),
  ...(forPackage ? [] : namesIn('e2e/servers', /^([^.]+(?:\.stdio)?)\.ts$/)).map((name) => ({
    from: `e2e/servers/${name}.ts`,
    to: `e2e/${name}.mjs`,
    ...NODE,
  })),
]);
const pages = { index: 'renderer/index.html', decisions: 'renderer/decisions.html' };

/** What is there to build. A part that is not written yet is left out with a word; where CI=true that is an error. @template {{ from: string }} T @param {T[]} all */
function present(all) {
  const missing = all.filter(({ from }) => !fs.existsSync(path.join(root, from))).map(({ from }) => from);
  if (missing.length > 0 && process.env.CI === 'true') throw new Error(`not there: ${missing.join(', ')}`);
  for (const from of missing) say('build', `left out, as it is not there: ${from}`);
  return all.filter(({ from }) => !missing.includes(from));
}

/** @param {Bundle} bundle */
const buildBundle = ({ from, to, split = false, format, target }) =>
  build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [notePackages(bundled)],
    ssr: { noExternal: true, external: [native] },
    build: {
      ssr: path.join(root, from),
      outDir: path.join(dist, path.dirname(to)),
      emptyOutDir: false,
      target,
      minify: forPackage,
      sourcemap: !forPackage,
      rolldownOptions: {
        external,
        output: { format, entryFileNames: path.basename(to), ...(split ? { chunkFileNames: '[name].mjs' } : { codeSplitting: false }) },
      },
    },
  });

async function buildPages() {
  const input = present(Object.entries(pages).map(([name, from]) => ({ name, from })));
  if (input.length === 0) return;
  await build({
    configFile: false,
    root: path.join(root, 'renderer'),
    base: '/',
    logLevel: 'warn',
    // In a browser this package would decode an entity by innerHTML, which the pages' policy refuses.
    resolve: { alias: { 'decode-named-character-reference': path.join(root, 'node_modules/decode-named-character-reference/index.js') } },
    plugins: [leanSchemas(), react(), oneFontForm, notePackages(bundled)],
    worker: { format: 'es', plugins: () => [notePackages(bundled)] },
    build: {
      outDir: path.join(dist, 'renderer'),
      emptyOutDir: true,
      target: 'chrome130',
      // The pages' policy allows no data: addresses and no inline script.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: Object.fromEntries(input.map(({ name, from }) => [name, path.join(root, from)])) },
    },
  });
}

/** KaTeX names each font in three forms; the one that every Chromium takes is enough. */
const oneFontForm = {
  name: 'one-font-form',
  enforce: /** @type {const} */ ('pre'),
  /** @param {string} code @param {string} id */
  transform: (code, id) => (/katex[^/]*\.css/.test(id) ? code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\([^)]*\)/g, '') : undefined),
};

/** The frame for diagrams: one classic script, since a page of an opaque origin can load no modules. */
async function buildDiagram() {
  if (present([{ from: 'renderer/diagram/diagram.ts' }]).length === 0) return;
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [notePackages(bundled)],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: path.join(dist, 'renderer-diagram'),
      emptyOutDir: true,
      target: 'chrome130',
      chunkSizeWarningLimit: 10_000,
      lib: { entry: path.join(root, 'renderer/diagram/diagram.ts'), formats: ['iife'], name: 'diagram', fileName: () => 'diagram.js' },
    },
  });
  fs.copyFileSync(path.join(root, 'renderer/diagram/index.html'), path.join(dist, 'renderer-diagram/index.html'));
}

/** The bundled servers' tools as they are at this moment, for the app to trust and to show before any of them has started. */
function pinCatalogue() {
  const program = path.join(dist, 'servers/catalogue.mjs');
  if (!fs.existsSync(program)) return;
  const text = execFileSync(process.execPath, [program], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], timeout: 60_000 });
  JSON.parse(text);
  fs.writeFileSync(path.join(dist, 'servers/catalogue.json'), text);
}

/** What ships beside the bundles: the window's icon, and in a package what third parties want said. */
function addFiles() {
  fs.copyFileSync(path.join(root, 'build/icons/128x128.png'), path.join(dist, 'electron/icon.png'));
  if (!forPackage) return;
  const shipped = Object.keys(JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).dependencies);
  const folders = [...bundled, ...withDependencies(path.join(root, 'node_modules'), shipped)];
  fs.writeFileSync(path.join(dist, 'THIRD-PARTY-NOTICES.txt'), noticesOf(folders.map((folder) => fs.realpathSync(folder))));
}

/** Puts the finished build where the app looks for it. */
function takePlace() {
  const [place, old] = [path.join(root, 'dist'), `${dist}-old`];
  if (fs.existsSync(place)) fs.renameSync(place, old);
  fs.renameSync(dist, place);
  fs.rmSync(old, { recursive: true, force: true });
}

try {
  fs.mkdirSync(dist, { recursive: true });
  // Every part is waited for, so that none still writes after the failure of another.
  const parts = await Promise.allSettled([buildPages(), buildDiagram(), ...present(bundles).map(buildBundle)]);
  const problems = parts.flatMap((part) => (part.status === 'rejected' ? [part.reason] : []));
  if (problems.length > 0) throw new AggregateError(problems);
  const diagram = path.join(dist, 'renderer-diagram');
  if (fs.existsSync(diagram)) fs.renameSync(diagram, path.join(dist, 'renderer/diagram'));
  pinCatalogue();
  addFiles();
  stampBuild(dist, forPackage ? 'package' : 'whole', began);
  takePlace();
} catch (error) {
  for (const problem of error instanceof AggregateError ? error.errors : [error])
    say('build', problem instanceof Error ? problem.message : String(problem));
  // What is in dist/ is whole but old: without its stamp it will not be taken for new.
  fs.rmSync(path.join(root, 'dist/.built'), { force: true });
  fs.rmSync(dist, { recursive: true, force: true });
  process.exitCode = 1;
}
