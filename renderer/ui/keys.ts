/** What a guard needs to know of a key press; React's and the DOM's events both fit. */
export interface KeyPress {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly repeat: boolean;
}

/** A key that belongs to an input method. Some systems end a composition before they report its Enter; 229 still tells (UG1). */
export const isForInputMethod = (press: KeyPress): boolean => press.isComposing || press.keyCode === 229;

/** Enter that a person meant as "go": no input method, no modifier. */
export const isPlainEnter = (press: KeyPress): boolean =>
  press.key === 'Enter' && !isForInputMethod(press) && !press.shiftKey && !press.ctrlKey && !press.altKey && !press.metaKey;

/** Escape that a person meant, and not one that closes a list of candidates. */
export const isPlainEscape = (press: KeyPress): boolean => press.key === 'Escape' && !isForInputMethod(press);

/** The letter of a shortcut, in lower case; undefined for anything held, repeated or composed. */
export const letterOf = (press: KeyPress): string | undefined =>
  !isForInputMethod(press) && !press.repeat && !press.ctrlKey && !press.altKey && !press.metaKey && /^[a-z]$/i.test(press.key)
    ? press.key.toLowerCase()
    : undefined;

/** The plain facts of a React key event. */
export const toKeyPress = (event: {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly nativeEvent: { readonly isComposing: boolean; readonly keyCode: number; readonly repeat: boolean };
}): KeyPress => ({
  key: event.key,
  keyCode: event.nativeEvent.keyCode,
  isComposing: event.nativeEvent.isComposing,
  shiftKey: event.shiftKey,
  ctrlKey: event.ctrlKey,
  altKey: event.altKey,
  metaKey: event.metaKey,
  repeat: event.nativeEvent.repeat,
});
