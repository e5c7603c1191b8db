import type { ModelCall } from './provider.ts';

/** A piece of a tool call as an endpoint sends it: any member may be missing. */
export interface CallDelta {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
}
interface Draft {
  readonly index: number | undefined;
  id: string;
  name: string;
  argumentsText: string;
}

/** Puts the tool calls of one answer together from their pieces. */
export interface CallAssembly {
  /** Takes the pieces of one event; returns the names that became longer. */
  add(deltas: readonly CallDelta[]): readonly string[];
  /** The calls in order. `whole` is false when the arguments of one were still being written. */
  calls(): { readonly calls: readonly ModelCall[]; readonly whole: boolean };
  /** Characters held so far. */
  readonly size: number;
}

export function createCallAssembly(makeId: () => string): CallAssembly {
  const drafts: Draft[] = [];
  let current: Draft | undefined;
  let size = 0;

  function open(delta: CallDelta): Draft {
    const draft: Draft = { index: delta.index, id: delta.id, name: '', argumentsText: '' };
    drafts.push(draft);
    return draft;
  }
  function byIndex(delta: CallDelta): Draft {
    const known = drafts.findLast((draft) => draft.index === delta.index);
    // Some endpoints number every call 0: another id together with a name is another call.
    const isOther = known !== undefined && delta.id !== '' && known.id !== '' && known.id !== delta.id && delta.name !== '';
    return known && !isOther ? known : open(delta);
  }
  function byPosition(delta: CallDelta, at: number, of: number): Draft {
    if (delta.id !== '') return drafts.find((draft) => draft.id === delta.id) ?? open(delta);
    const known = of > 1 ? drafts[at] : current;
    return known && !startsAnother(known, delta) ? known : open(delta);
  }

  return {
    get size() {
      return size;
    },
    add(deltas) {
      const named: string[] = [];
      for (const [at, delta] of deltas.entries()) {
        const draft = delta.index === undefined ? byPosition(delta, at, deltas.length) : byIndex(delta);
        current = draft;
        if (draft.id === '') draft.id = delta.id;
        const name = longerName(draft.name, delta.name);
        if (name !== draft.name) named.push(name);
        draft.name = name;
        draft.argumentsText = withArguments(draft.argumentsText, delta.arguments);
      }
      size = drafts.reduce((sum, draft) => sum + draft.argumentsText.length, 0);
      return named;
    },
    calls() {
      const real = drafts.filter((draft) => draft.name !== '' || draft.argumentsText !== '');
      return {
        calls: real.map(({ id, name, argumentsText }) => ({
          id: id === '' ? makeId() : id,
          name,
          argumentsText: emptyToObject(argumentsText),
        })),
        whole: real.every((draft) => isWholeObject(draft.argumentsText)),
      };
    },
  };
}

/** Without id and index, a name after arguments begins another call, unless it only repeats the name of one still being written. */
const startsAnother = (known: Draft, delta: CallDelta): boolean =>
  delta.name !== '' && known.argumentsText !== '' && (delta.name !== known.name || isWholeObject(known.argumentsText));

/** Names come whole, in pieces, growing, or whole again with every piece of the arguments. */
function longerName(known: string, piece: string): string {
  if (piece === '' || piece === known) return known;
  return piece.startsWith(known) ? piece : known + piece;
}

/** Arguments come as pieces of text, or all at once as an object. */
function withArguments(known: string, piece: unknown): string {
  if (typeof piece === 'string') return known + piece;
  return typeof piece === 'object' && piece !== null ? JSON.stringify(piece) : known;
}

/** What models write for "no arguments". */
const emptyToObject = (text: string): string => (['', 'null', '""'].includes(text.trim()) ? '{}' : text);

function isWholeObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
