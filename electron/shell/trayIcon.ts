import { nativeImage, type NativeImage } from 'electron';

const side = 32;
type Colour = readonly [red: number, green: number, blue: number];
const accent: Colour = [70, 84, 190];
const amber: Colour = [230, 150, 30];

/** The picture in the tray: a ring with a point in it, amber while something waits. Drawn here, so that no file can be missing. */
export function trayIcon(isWaiting: boolean, isTemplate: boolean): NativeImage {
  const pixels = Buffer.alloc(side * side * 4);
  const middle = (side - 1) / 2;
  const ring: Colour = isTemplate ? [0, 0, 0] : accent;
  const point: Colour = isWaiting && !isTemplate ? amber : ring;
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const distance = Math.hypot(x - middle, y - middle);
      const onRing = cover(1.8 - Math.abs(distance - 12));
      const onPoint = isWaiting || !isTemplate ? cover((isWaiting ? 7.5 : 5) - distance) : 0;
      put(pixels, (y * side + x) * 4, onPoint > 0 ? point : ring, Math.max(onRing, onPoint));
    }
  const image = nativeImage.createFromBitmap(pixels, { width: side, height: side, scaleFactor: 2 });
  if (isTemplate) image.setTemplateImage(true);
  return image;
}

const cover = (depth: number): number => Math.max(0, Math.min(1, depth + 0.5));

/** Bitmaps are BGRA with the colour multiplied by its opacity. */
function put(pixels: Buffer, at: number, [red, green, blue]: Colour, opacity: number): void {
  pixels.set([blue * opacity, green * opacity, red * opacity, 255 * opacity].map(Math.round), at);
}
