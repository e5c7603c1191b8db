// What `electron DIR` or `electron FILE` runs first, for a runtime that came without it. It does what Electron's own does as far as
// --version, --abi, -r MODULE and loading an application go, and like that one it awaits the application's main module: one whose top level
// awaits app.whenReady() hangs here just as it does in a packaged application. It does not touch userData, so --user-data-dir works.
import fs from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { app } from 'electron';

Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true });

function readArguments(args) {
  const preload = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === '--version' || arg === '-v') return { print: `v${process.versions.electron}`, preload };
    if (arg === '--abi' || arg === '-a') return { print: process.versions.modules, preload };
    if (arg === '--require' || arg === '-r') preload.push(args[++i]);
    else if (arg.startsWith('--require=')) preload.push(arg.slice('--require='.length));
    else if (!arg.startsWith('-')) return { target: arg, preload };
  }
  return { preload };
}

function adoptPackage(dir) {
  const about = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
  if (about.version) app.setVersion(about.version);
  app.name = about.productName ?? about.name ?? app.name;
  app.setDesktopName(about.desktopName ?? `${app.name}.desktop`);
  if (about.v8Flags) setFlagsFromString(about.v8Flags);
  app.setAppPath(dir);
  return { file: Module._resolveFilename(path.join(dir, about.main ?? 'index.js'), null, true), isModule: about.type === 'module' };
}

function locate(target) {
  const full = path.resolve(target);
  if (fs.existsSync(path.join(full, 'package.json'))) return adoptPackage(full);
  const file = Module._resolveFilename(full, null, true);
  app.setAppPath(path.dirname(file));
  return { file, isModule: false };
}

async function run(target) {
  const { file, isModule } = locate(target);
  if (file.endsWith('.mjs') || (isModule && !file.endsWith('.cjs'))) await import(pathToFileURL(file).href);
  else Module._load(file, Module, true);
}

const { print, target, preload } = readArguments(process.argv.slice(1));
if (print) {
  console.log(print);
  process.exit(0);
}
if (preload.length > 0) Module._preloadModules(preload);
if (!target) {
  console.error('usage: electron [options] DIR|FILE');
  process.exit(1);
}
try {
  await run(target);
} catch (error) {
  console.error('App threw an error during load');
  console.error(error instanceof Error ? error.stack : error);
  process.exit(1);
}
