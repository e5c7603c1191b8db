import type { Icon } from '#shared/servers/icon.ts';

/** A picture as its own bytes tell it: its kind, and its size in pixels. */
export interface Picture {
  readonly type: Icon['type'];
  readonly width: number;
  readonly height: number;
}

/** Told by the first bytes alone, whatever anybody calls it; undefined for all but whole heads of PNG, JPEG and WebP. */
export function pictureOf(bytes: Uint8Array): Picture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return png(view) ?? jpeg(view) ?? webp(view);
  } catch (error) {
    if (error instanceof RangeError) return undefined; // its head is cut short
    throw error;
  }
}
const text = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));

function png(view: DataView): Picture | undefined {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a || text(view, 12, 4) !== 'IHDR') return undefined;
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** Walks the segments up to the one that begins the frame. */
function jpeg(view: DataView): Picture | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker === 0xd8 || marker === 0xd9 || marker === 0xda) return undefined;
    at += 2 + view.getUint16(at + 2);
  }
}

/** The lossy, the lossless and the extended form each have their size in another place. */
function webp(view: DataView): Picture | undefined {
  if (text(view, 0, 4) !== 'RIFF' || text(view, 8, 4) !== 'WEBP') return undefined;
  const type = 'image/webp';
  const triple = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
  switch (text(view, 12, 4)) {
    case 'VP8 ':
      return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { type, width: triple(24) + 1, height: triple(27) + 1 };
    default:
      return undefined;
  }
}
