// Reads files out of a zip by its central directory: the zip at hand holds over a gigabyte that nobody needs.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const END = Buffer.from('PK\x05\x06', 'latin1');
const ENTRY = 0x02014b50;

/** @param {number} fd @param {number} position @param {number} length */
function read(fd, position, length) {
  const bytes = Buffer.alloc(length);
  if (fs.readSync(fd, bytes, 0, length, position) !== length) throw new Error('the zip ends too early');
  return bytes;
}

/** @param {number} fd @returns {Buffer} the central directory */
function directoryOf(fd) {
  const { size } = fs.fstatSync(fd);
  const length = Math.min(size, 65_557);
  const tail = read(fd, size - length, length);
  const at = tail.lastIndexOf(END);
  if (at < 0) throw new Error('this is not a zip');
  const start = tail.readUInt32LE(at + 16);
  if (start === 0xffffffff) throw new Error('zips of over 4 GB are not supported');
  return read(fd, start, tail.readUInt32LE(at + 12));
}

/** @typedef {{ name: string, method: number, crc: number, packed: number, size: number, offset: number }} Entry */

/** @param {Buffer} directory @returns {Generator<Entry>} */
function* entriesOf(directory) {
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY; ) {
    const word = (/** @type {number} */ offset) => directory.readUInt32LE(at + offset);
    const short = (/** @type {number} */ offset) => directory.readUInt16LE(at + offset);
    const name = directory.toString('utf8', at + 46, at + 46 + short(28));
    yield { name, method: short(10), crc: word(16), packed: word(20), size: word(24), offset: word(42) };
    at += 46 + short(28) + short(30) + short(32);
  }
}

/** The checked bytes of one entry. @param {number} fd @param {Entry} entry */
function bytesOf(fd, entry) {
  const head = read(fd, entry.offset, 30);
  const packed = read(fd, entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28), entry.packed);
  const bytes = entry.method === 0 ? packed : zlib.inflateRawSync(packed);
  if (bytes.length !== entry.size || zlib.crc32(bytes) !== entry.crc) throw new Error(`damaged in the zip: ${entry.name}`);
  return bytes;
}

/**
 * Writes the wanted files of a zip into a folder and returns their names there. `wanted` gives the name in the folder, or null.
 * @param {string} file @param {string} folder @param {(name: string) => string | null} wanted @returns {string[]}
 */
export function unzip(file, folder, wanted) {
  const fd = fs.openSync(file, 'r');
  try {
    const written = [];
    for (const entry of entriesOf(directoryOf(fd))) {
      const name = wanted(entry.name);
      if (name === null) continue;
      const target = path.join(folder, name);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.writeFileSync(target, bytesOf(fd, entry));
      written.push(name);
    }
    return written;
  } finally {
    fs.closeSync(fd);
  }
}
