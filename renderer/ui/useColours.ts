import { createContext, useContext, useEffect, useState } from 'react';
import type { ColouredLines } from '../code/colours.ts';
import type { Colourer } from '../code/colourer.ts';
import type { Language } from '../code/names.ts';

/** What colours code on this page; code stays plain on a page without. */
export const ColourContext = createContext<Colourer | undefined>(undefined);

/** Milliseconds between two colourings of code that still grows. */
const growingMs = 400;

interface Coloured {
  readonly code: string;
  readonly lines: ColouredLines;
}

/** The colours of a piece of code, which may be those of its beginning while it grows; undefined until there are any. */
export function useColours(code: string, language: Language | undefined, isGrowing: boolean): Coloured | undefined {
  const colourer = useContext(ColourContext);
  const known = language && colourer?.known(code, language);
  const [coloured, setColoured] = useState<Coloured>();
  const isKnown = known !== undefined;
  useEffect(() => {
    if (!colourer || !language || isKnown || code === '') return undefined;
    let isWanted = true;
    const timer = setTimeout(
      () =>
        void colourer.colour(code, language).then((lines) => {
          if (isWanted && lines) setColoured({ code, lines });
        }),
      isGrowing ? growingMs : 0,
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [colourer, code, language, isGrowing, isKnown]);
  return known ? { code, lines: known } : coloured;
}
