#!/usr/bin/env node
// `npm run icons`: draws build/icon.svg (and for small sizes icon-small.svg) in Electron's own renderer, and writes the files that packages
// and windows use: build/icons/*.png for Linux, build/icon.ico, build/icon.icns. The results are kept in the project.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron } from 'playwright';
import { toIcns, toIco } from './icon-files.mjs';
import { root } from './run.mjs';

const LINUX = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024];
const WINDOWS = [16, 24, 32, 48, 64, 256];
const MACOS = [32, 64, 128, 256, 512, 1024];
/** Up to this size the mark is drawn on whole pixels. */
const SMALL = 32;
/** Apple's grid leaves a wider margin around the tile: its side is 824 of 1024, ours 896. */
const MAC_BOX = '-44.7 -44.7 1113.4 1113.4';

const build = path.join(root, 'build');
const source = (/** @type {number} */ size) => fs.readFileSync(path.join(build, size <= SMALL ? 'icon-small.svg' : 'icon.svg'), 'utf8');
const forMac = (/** @type {number} */ size) => source(Math.max(size, 64)).replace('viewBox="0 0 1024 1024"', `viewBox="${MAC_BOX}"`);

/** Runs in the page. */
const DRAW = `async (markup, side) => {
  const picture = new Image();
  picture.src = 'data:image/svg+xml,' + encodeURIComponent(markup);
  await picture.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  canvas.getContext('2d').drawImage(picture, 0, 0, side, side);
  return canvas.toDataURL('image/png');
}`;

/** Draws one SVG as a PNG with a clear ground. @param {import('playwright').Page} page @param {string} svg @param {number} size pixels */
async function draw(page, svg, size) {
  const sized = svg.replace('<svg ', `<svg width="${size}" height="${size}" `);
  /** @type {string} */
  const url = await page.evaluate(`(${DRAW})(${JSON.stringify(sized)}, ${size})`);
  return { size, png: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') };
}

const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'steward-icons-'));
const electron = await _electron.launch({
  args: [path.join(root, 'bench/empty'), `--user-data-dir=${profile}`],
  chromiumSandbox: process.getuid?.() !== 0,
});
try {
  const page = await electron.firstWindow();
  fs.rmSync(path.join(build, 'icons'), { recursive: true, force: true });
  fs.mkdirSync(path.join(build, 'icons'));
  /** @type {Map<number, import('./icon-files.mjs').Picture>} */
  const drawn = new Map();
  for (const size of LINUX) drawn.set(size, await draw(page, source(size), size));
  for (const { size, png } of drawn.values()) fs.writeFileSync(path.join(build, 'icons', `${size}x${size}.png`), png);
  fs.writeFileSync(path.join(build, 'icon.ico'), toIco(WINDOWS.flatMap((size) => drawn.get(size) ?? [])));
  const mac = [];
  for (const size of MACOS) mac.push(await draw(page, forMac(size), size));
  fs.writeFileSync(path.join(build, 'icon.icns'), toIcns(mac));
} finally {
  await electron.close();
  fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
