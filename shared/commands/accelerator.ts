/** What tells one key press from another; a DOM keyboard event fits. */
export interface Press {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

const keyNames: Readonly<Record<string, string>> = { Plus: '+', Space: ' ' };
/** Characters that some keyboards have only together with Shift: for them Shift does not count. */
const isSign = (key: string): boolean => key.length === 1 && !/[a-z0-9]/i.test(key);

interface Parsed {
  readonly modifiers: ReadonlySet<string>;
  readonly key: string;
}
function parse(accelerator: string): Parsed {
  const parts = accelerator.split('+');
  const key = parts.at(-1) ?? '';
  return { modifiers: new Set(parts.slice(0, -1)), key: keyNames[key] ?? key };
}

/** Whether a key press is this accelerator, e.g. `CmdOrCtrl+Shift+I` or `F8`. */
export function isAccelerator(accelerator: string, press: Press, isMac: boolean): boolean {
  const { modifiers, key } = parse(accelerator);
  const main = modifiers.has('CmdOrCtrl');
  if (press.ctrlKey !== (main && !isMac) || press.metaKey !== (main && isMac) || press.altKey !== modifiers.has('Alt')) return false;
  if (press.shiftKey !== modifiers.has('Shift') && !isSign(key)) return false;
  return press.key.toLowerCase() === key.toLowerCase();
}

const macSigns: Readonly<Record<string, string>> = { CmdOrCtrl: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↩', Escape: 'Esc', Delete: '⌫' };
const otherSigns: Readonly<Record<string, string>> = { CmdOrCtrl: 'Ctrl', Escape: 'Esc', Delete: 'Del' };

/** The keys of an accelerator as a person knows them, e.g. `['Ctrl', 'N']` or `['⌘', 'N']`. */
export function keyCaps(accelerator: string, isMac: boolean): readonly string[] {
  const { modifiers, key } = parse(accelerator);
  const signs = isMac ? macSigns : otherSigns;
  return [...modifiers, key].map((name) => signs[name] ?? name);
}
