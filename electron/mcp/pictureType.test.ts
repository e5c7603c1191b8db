import { expect, test } from 'vitest';
import { pictureOf } from './pictureType.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from([...part]))));
const jpeg = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc2, 0, 11, 8, 0x01, 0x00, 0x02, 0x00, 1, 1, 0x11, 0]);
const webp = (chunk: string, ...rest: readonly number[]): Uint8Array => bytes('RIFF', [0, 0, 0, 0], 'WEBP', chunk, rest);

test('S4 PNG, JPEG and the three forms of WebP are told by their bytes, with their size', () => {
  expect(pictureOf(bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13], 'IHDR', [0, 0, 1, 0, 0, 0, 2, 0]))).toEqual({
    type: 'image/png',
    width: 256,
    height: 512,
  });
  expect(pictureOf(jpeg)).toEqual({ type: 'image/jpeg', width: 512, height: 256 });
  const lossy = webp('VP8 ', 0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xf0, 0x00);
  expect(pictureOf(lossy)).toEqual({ type: 'image/webp', width: 320, height: 240 });
  const lossless = webp('VP8L', 0, 0, 0, 0, 0x2f, 0x3f, 0xc1, 0x3b, 0x00);
  expect(pictureOf(lossless)).toEqual({ type: 'image/webp', width: 320, height: 240 });
  const extended = webp('VP8X', 0, 0, 0, 0, 0, 0, 0, 0, 0x3f, 0x01, 0x00, 0xef, 0x00, 0x00);
  expect(pictureOf(extended)).toEqual({ type: 'image/webp', width: 320, height: 240 });
});

test('S4 whatever else it is, or is cut short within its head, is no picture', () => {
  for (const other of [
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'GIF89a\u0001\u0000\u0001\u0000',
    'BM',
    '%PDF-1.7',
    'RIFF....WAVEfmt ',
  ])
    expect(pictureOf(bytes(other)), other).toBeUndefined();
  for (let length = 0; length < 17; length++) expect(pictureOf(jpeg.subarray(0, length)), String(length)).toBeUndefined();
  expect(pictureOf(bytes([0xff, 0xd8, 0xff, 0xda, 0, 4, 0, 0]))).toBeUndefined();
});
