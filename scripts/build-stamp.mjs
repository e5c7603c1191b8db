// Whether dist/ was built from the sources as they are now.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

const SOURCES = ['shared', 'electron', 'renderer', 'servers', 'e2e/servers', 'scripts/build.mjs', 'package.json', 'package-lock.json'];
const STAMP = '.built';

/** The newest change under a path, in milliseconds; folders count, so that a removed file shows; tests do not. @param {string} file @returns {number} */
function newest(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat || /\.(test|spec)\.tsx?$/.test(file)) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...fs.readdirSync(file).map((name) => newest(path.join(file, name))));
}

/** Whether dist/ is a whole build (test servers included) and no source changed since it began. */
export function buildIsFresh() {
  const stamp = path.join(root, 'dist', STAMP);
  if (!fs.existsSync(stamp) || fs.readFileSync(stamp, 'utf8') !== 'whole') return false;
  return fs.statSync(stamp).mtimeMs >= Math.max(...SOURCES.map((source) => newest(path.join(root, source))));
}

/** Marks a finished build with the time it began: what changed while it ran is built again. @param {string} dist @param {'whole' | 'package'} kind @param {Date} began */
export function stampBuild(dist, kind, began) {
  const stamp = path.join(dist, STAMP);
  fs.writeFileSync(stamp, kind);
  fs.utimesSync(stamp, began, began);
}
