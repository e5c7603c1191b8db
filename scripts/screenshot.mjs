#!/usr/bin/env node
// node scripts/screenshot.mjs FOLDER PNG : the whole virtual screen as a picture, with every page of the window in it (a browser driver sees
// one page at a time). Start the app with STEWARD_SCREEN=FOLDER first: then the screen keeps its pixels there, in an XWD file.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

/** @typedef {{ width: number, height: number }} Size */

/**
 * The pixels of an XWD file with 32 bits a pixel, as PNG wants them: a zero before each row, three bytes a pixel.
 * @param {Buffer} xwd @param {Size} [part] only so much of it, from the upper left corner
 */
function readPixels(xwd, part) {
  const word = (/** @type {number} */ index) => xwd.readUInt32BE(index * 4);
  const [header, stride, colours] = [word(0), word(12), word(19)];
  const [width, height] = [Math.min(word(4), part?.width ?? Infinity), Math.min(word(5), part?.height ?? Infinity)];
  const start = header + colours * 12;
  const rows = Buffer.alloc(height * (1 + width * 3));
  let to = 0;
  for (let y = 0; y < height; y++) {
    to++;
    for (let from = start + y * stride; from < start + y * stride + width * 4; from += 4) {
      rows[to++] = xwd[from + 2] ?? 0;
      rows[to++] = xwd[from + 1] ?? 0;
      rows[to++] = xwd[from] ?? 0;
    }
  }
  return { width, height, rows };
}

/** @param {string} type @param {Buffer} body */
function chunk(type, body) {
  const named = Buffer.concat([Buffer.from(type), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(zlib.crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A screen's pixels as a PNG file. @param {Buffer} xwd @param {Size} [part] */
export function toPng(xwd, part) {
  const { width, height, rows } = readPixels(xwd, part);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits a colour, three colours.
  head.set([8, 2], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', zlib.deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) {
  const [folder, png] = process.argv.slice(2);
  if (!folder || !png) throw new Error('usage: node scripts/screenshot.mjs FOLDER PNG');
  fs.writeFileSync(png, toPng(fs.readFileSync(path.join(folder, 'Xvfb_screen0'))));
}
