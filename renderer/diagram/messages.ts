/** What the chat page tells the frame: the source of a diagram and the colours to draw it with. */
export interface DrawMessage {
  readonly kind: 'draw';
  readonly source: string;
  readonly dark: boolean;
}
/** What the frame answers. It is not trusted: the page reads it with `readFrameMessage`. */
export type FrameMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly height: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** Pixels: a drawing is no lower and no higher than this, whatever the frame says. */
export const lowestDrawing = 48;
export const highestDrawing = 560;
/** Characters: a longer source is not drawn. */
export const longestDiagram = 20_000;
/** Milliseconds in which a diagram must be drawn, the loading of the frame included; then the frame is taken away. */
export const drawingBudget = 8_000;

/** A message of the frame as this page takes it; undefined for anything else. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return undefined;
  if (data.kind === 'ready') return { kind: 'ready' };
  if (data.kind === 'drawn' && 'height' in data && typeof data.height === 'number' && Number.isFinite(data.height))
    return { kind: 'drawn', height: Math.min(highestDrawing, Math.max(lowestDrawing, Math.ceil(data.height))) };
  if (data.kind === 'failed' && 'reason' in data && typeof data.reason === 'string')
    return { kind: 'failed', reason: data.reason.slice(0, 500) };
  return undefined;
}
