/** A scrolled box: pixels above its top edge, its own height, the height of all it holds. */
export interface View {
  readonly top: number;
  readonly height: number;
  readonly full: number;
}
/** `sticking` keeps the end in view; `isUnread` says that something came below while the person reads further up. */
export interface Stick {
  readonly sticking: boolean;
  readonly isUnread: boolean;
  readonly view: View;
}
/** How near the end still counts as being there. */
const slack = 24;

export const stickAtStart: Stick = { sticking: true, isUnread: false, view: { top: 0, height: 0, full: 0 } };
const distance = (view: View): number => view.full - view.height - view.top;

/** Whether the end is so far below that a way back to it helps: half a view or more. */
export const isFarFromEnd = (view: View): boolean => distance(view) > Math.max(slack, view.height / 2);

/** The person turns the wheel or a key upwards: that lets go at once, before anything has moved, so that no growth or shrinking can undo it. */
export const letGo = (stick: Stick, view: View): Stick => ({ ...stick, sticking: stick.sticking && view.full - view.height <= slack });

/**
 * After a scroll: at the end it sticks again, unless a person who has let go is on the way up there. Only a move upwards lets go, never
 * the text that grew meanwhile (UG3).
 */
export function afterScroll(stick: Stick, view: View): Stick {
  const fell = view.top < stick.view.top - 1;
  const isAtEnd = distance(view) <= 1 || (distance(view) <= slack && (stick.sticking || !fell));
  if (isAtEnd) return { sticking: true, isUnread: false, view };
  return { ...stick, sticking: stick.sticking && !(fell && view.full >= stick.view.full), view };
}

/** After the content or the box changed its size: `scrollTo` only while sticking. */
export function afterResize(stick: Stick, view: View): { readonly stick: Stick; readonly scrollTo: number | undefined } {
  if (stick.sticking) {
    const top = Math.max(0, view.full - view.height);
    return { stick: { ...stick, view: { ...view, top } }, scrollTo: top };
  }
  return { stick: { ...stick, view, isUnread: stick.isUnread || view.full > stick.view.full + 1 }, scrollTo: undefined };
}
