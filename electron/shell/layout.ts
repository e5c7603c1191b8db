export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** Pixels. Between these bounds the decision page gets the height it asks for. */
const least = 168;
const mostShare = 0.62;
/** What stays for the conversation, in pixels of the page, while that is not more than half of the window. */
const leastChat = 180;

export interface WindowToLayOut {
  readonly width: number;
  readonly height: number;
  readonly waiting: boolean;
  /** The height that the decision page asks for, in the window's pixels. */
  readonly wanted: number;
  readonly zoom: number;
}
/** Where the two pages stand: the strip is cut from the chat page's height, so that nothing the chat page draws can cover or imitate it. */
export function layout(window: WindowToLayOut): { readonly chat: Box; readonly decisions: Box } {
  const { width, height, waiting, wanted, zoom } = window;
  const most = Math.max(least, Math.round(Math.min(height * mostShare, Math.max(height / 2, height - leastChat * zoom))));
  const strip = waiting ? Math.min(height, Math.min(most, Math.max(least, Math.ceil(wanted)))) : 0;
  return { chat: { x: 0, y: 0, width, height: height - strip }, decisions: { x: 0, y: height - strip, width, height: strip } };
}
