/** A screen's pixels, an XWD file with 32 bits a pixel, as a PNG file; with `part` only so much of it, from the upper left corner. */
export function toPng(xwd: Buffer, part?: { readonly width: number; readonly height: number }): Buffer;
