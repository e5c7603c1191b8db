import { useState } from 'react';
import { useLocale, useT } from '../i18n.ts';
import { Button } from './Button.tsx';
import { inDigits } from './format.ts';
import { LineBox } from './LineBox.tsx';

/** What is laid out at once; an 8 MB result must not hold the page up. */
const pieceLength = 20_000;

/** The rest of a text that this page has only the beginning of. */
export interface Rest {
  /** Characters of the whole. */
  readonly total: number;
  /** Resolves to what follows the first `from` characters, or some of it. */
  readonly load: (from: number) => Promise<string>;
}
interface LongTextProps {
  readonly text: string;
  readonly rest?: Rest | undefined;
  readonly isJson?: boolean;
  readonly label?: string;
}

/** Foreign text as plain text. A long one shows its beginning; all of it is shown on demand, a window of rows at a time. */
export function LongText({ text, rest, isJson = false, label }: LongTextProps) {
  const t = useT();
  const locale = useLocale();
  const [showsAll, setShowsAll] = useState(false);
  const [whole, setWhole] = useState(text);
  const total = rest?.total ?? text.length;
  const isLong = total > pieceLength;
  const showAll = async (): Promise<void> => {
    setShowsAll(true);
    if (rest) await loadWhole(text, rest, setWhole);
  };
  return (
    <div className="long-text">
      {showsAll ? (
        <LineBox text={rest ? whole : text} label={label ?? t('rich.wholeText')} />
      ) : (
        <pre tabIndex={0} className={isJson ? 'exact-bytes' : ''}>
          {isLong ? text.slice(0, pieceLength) : text}
        </pre>
      )}
      {isLong && !showsAll ? (
        <Button size="small" onClick={() => void showAll()}>
          {t('rich.showAll', inDigits(locale, { count: total }))}
        </Button>
      ) : null}
    </div>
  );
}

/** Fetches piece after piece, and tells of each. */
export async function loadWhole(text: string, { total, load }: Rest, onPiece: (text: string) => void): Promise<string> {
  let whole = text;
  while (whole.length < total) {
    const piece = await load(whole.length);
    if (piece === '') break;
    whole += piece;
    onPiece(whole);
  }
  return whole;
}
