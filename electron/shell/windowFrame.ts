import type { Box } from './layout.ts';

/** Pixels. */
const standard = { width: 1280, height: 800 };
export const leastWidth = 560;
export const leastHeight = 420;
const mostDisplays = 8;
/** Zoom factors a person can step through. */
const zoomSteps = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3];

/** Where the window stands: bounds as they are when it is not maximised, and the zoom of its pages. */
export interface WindowFrame extends Box {
  readonly maximized: boolean;
  readonly zoom: number;
}
/** A display as Electron tells of it. */
export interface DisplayArea {
  readonly id: number;
  readonly workArea: Box;
  readonly size: { readonly width: number; readonly height: number };
}

/** What is kept in window.json: the frame on each display, and the display used last. */
export interface KeptFrames {
  readonly last: string;
  readonly displays: Readonly<Record<string, WindowFrame>>;
}
const nothingKept: KeptFrames = { last: '', displays: {} };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isBetween = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most;
/** By hand: this is read before the first frame, and a schema library would cost more than the window. */
function isFrame(value: unknown): value is WindowFrame {
  if (!isRecord(value)) return false;
  const { x, y, width, height, maximized, zoom } = value;
  return (
    [x, y, width, height].every((n) => isBetween(n, -100_000, 100_000) && Number.isInteger(n)) &&
    typeof maximized === 'boolean' &&
    isBetween(zoom, 0.25, 5)
  );
}

/** What a file says; anything that does not read is as if nothing were there. */
export function readFrames(text: string | undefined): KeptFrames {
  try {
    const read: unknown = JSON.parse(text ?? '');
    if (!isRecord(read) || typeof read['last'] !== 'string' || !isRecord(read['displays'])) return nothingKept;
    const displays = Object.entries(read['displays']).filter((entry): entry is [string, WindowFrame] => isFrame(entry[1]));
    return { last: read['last'], displays: Object.fromEntries(displays) };
  } catch {
    return nothingKept;
  }
}

const keyOf = ({ id, size }: DisplayArea): string => `${id}-${size.width}x${size.height}`;

const overlap = (a: Box, b: Box): { readonly width: number; readonly height: number } => ({
  width: Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
  height: Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y),
});
/** Enough of the title can be seen and grasped. */
const isReachable = (frame: Box, { workArea }: DisplayArea): boolean => {
  const title = { ...frame, height: 40 };
  const seen = overlap(title, workArea);
  return seen.width >= 120 && seen.height >= 24;
};
const clamp = (value: number, least: number, most: number): number => Math.max(Math.min(least, most), Math.min(value, most));

/** The frame for a new window: as it was left on the display used last, else as on the first one, else centred. The first display is the primary one. */
export function frameAtStart(kept: KeptFrames, displays: readonly DisplayArea[]): WindowFrame {
  const [primary] = displays;
  if (!primary) return { x: 0, y: 0, ...standard, maximized: false, zoom: 1 };
  const last = displays.find((display) => keyOf(display) === kept.last);
  const display = last ?? primary;
  const known = kept.displays[keyOf(display)] ?? kept.displays[kept.last];
  const { workArea } = display;
  const width = clamp(known?.width ?? standard.width, leastWidth, workArea.width);
  const height = clamp(known?.height ?? standard.height, leastHeight, workArea.height);
  const centred = { x: workArea.x + Math.round((workArea.width - width) / 2), y: workArea.y + Math.round((workArea.height - height) / 2) };
  const at = known && displays.some((one) => isReachable({ ...known, width, height }, one)) ? { x: known.x, y: known.y } : centred;
  return { ...at, width, height, maximized: known?.maximized ?? false, zoom: known?.zoom ?? 1 };
}

/** The same with one frame remembered for the display it is on; the oldest are forgotten. */
export function withFrame(kept: KeptFrames, display: DisplayArea, frame: WindowFrame): KeptFrames {
  const key = keyOf(display);
  const { [key]: _before, ...others } = kept.displays;
  const entries = [...Object.entries(others), [key, frame] as const].slice(-mostDisplays);
  return { last: key, displays: Object.fromEntries(entries) };
}

/** The next zoom in a direction, or plain size for 0. */
export function zoomStep(zoom: number, direction: -1 | 0 | 1): number {
  if (direction === 0) return 1;
  if (direction > 0) return zoomSteps.find((step) => step > zoom + 0.001) ?? zoom;
  return zoomSteps.findLast((step) => step < zoom - 0.001) ?? zoom;
}
