export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** Pixels. Between these bounds the decision page gets the height it asks for. */
const least = 168;
const mostShare = 0.62;

/** Where the two pages stand: the strip is cut from the chat page's height, so that nothing the chat page draws can cover or imitate it. */
export function layout(window: { readonly width: number; readonly height: number; readonly waiting: boolean; readonly wanted: number }): {
  readonly chat: Box;
  readonly decisions: Box;
} {
  const { width, height, waiting, wanted } = window;
  const most = Math.max(least, Math.round(height * mostShare));
  const strip = waiting ? Math.min(height, Math.min(most, Math.max(least, Math.ceil(wanted)))) : 0;
  return { chat: { x: 0, y: 0, width, height: height - strip }, decisions: { x: 0, y: height - strip, width, height: strip } };
}
