// The two icon files that hold PNG pictures: Windows' .ico and macOS's .icns.

/** @typedef {{ size: number, png: Buffer }} Picture one square picture; `size` in pixels */

/** A .ico file. A side of 256 is written as 0, and larger ones do not exist there. @param {readonly Picture[]} pictures */
export function toIco(pictures) {
  const head = Buffer.alloc(6);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length + pictures.length * 16;
  const entries = pictures.map(({ size, png }) => {
    const entry = Buffer.alloc(16);
    entry[0] = entry[1] = size % 256;
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(at, 12);
    at += png.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...pictures.map(({ png }) => png)]);
}

/** Pixels to the kinds of entry that hold a PNG of this size: the plain one, and that of half the size on a dense screen. @type {Record<number, string[]>} */
const KINDS = { 32: ['ic11'], 64: ['ic12'], 128: ['ic07'], 256: ['ic08', 'ic13'], 512: ['ic09', 'ic14'], 1024: ['ic10'] };

/** A .icns file. @param {readonly Picture[]} pictures of the sizes that such a file may hold */
export function toIcns(pictures) {
  const entries = pictures.flatMap(({ size, png }) => (KINDS[size] ?? []).map((kind) => entry(kind, png)));
  return entry('icns', Buffer.concat(entries));
}

/** @param {string} kind @param {Buffer} body */
function entry(kind, body) {
  const head = Buffer.alloc(8);
  head.write(kind, 0, 'latin1');
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}
