import { lazy, memo, Suspense, useMemo, useState } from 'react';
import { useLocale, useT } from '../i18n.ts';
import { Button } from './Button.tsx';
import { inDigits } from './format.ts';
import type { MarkdownBlockProps } from './MarkdownBlock.tsx';
import { type Alignment, readTable } from './table.ts';

const InlineMarkdown = lazy(async () => ({ default: (await import('./InlineMarkdown.tsx')).InlineMarkdown }));

/** Rows shown at first, and with each further step. */
const firstRows = 60;
const moreRows = 240;
/** Cells with none of these are their own text. */
const marks = /[\\`*_[\]<&!~$]|:\/\/|www\.|@/;

/** A table that scrolls inside its own box. Its rows are read one by one, so that one which grows costs a row at a time. */
export const TableBlock = memo(function TableBlock({ text, onLink }: MarkdownBlockProps) {
  const t = useT();
  const locale = useLocale();
  const [limit, setLimit] = useState(firstRows);
  const { head, alignments, rows, left } = useMemo(() => readTable(text, limit), [text, limit]);
  return (
    <div className="table-block">
      <div className="md-table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {head.map((cell, at) => (
                <th key={at} scope="col" style={styleOf(alignments[at])}>
                  <Cell text={cell} onLink={onLink} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, at) => (
              <Row key={at} line={cells.join('\n')} alignments={alignments} onLink={onLink} />
            ))}
          </tbody>
        </table>
      </div>
      {left > 0 ? (
        <Button size="small" look="quiet" onClick={() => setLimit(limit + moreRows)}>
          {t('rich.moreRows', inDigits(locale, { count: left }))}
        </Button>
      ) : null}
    </div>
  );
});

const styleOf = (alignment: Alignment) => (alignment === undefined ? undefined : { textAlign: alignment });

interface RowProps {
  /** The cells, one a line: a text that stays the same is not shown anew. */
  readonly line: string;
  readonly alignments: readonly Alignment[];
  readonly onLink: (url: string) => void;
}
const Row = memo(
  function Row({ line, alignments, onLink }: RowProps) {
    return (
      <tr>
        {line.split('\n').map((cell, at) => (
          <td key={at} style={styleOf(alignments[at])}>
            <Cell text={cell} onLink={onLink} />
          </td>
        ))}
      </tr>
    );
  },
  (a, b) => a.line === b.line && a.onLink === b.onLink && a.alignments.join() === b.alignments.join(),
);

const Cell = memo(function Cell({ text, onLink }: MarkdownBlockProps) {
  if (!marks.test(text)) return text;
  return (
    <Suspense fallback={text}>
      <InlineMarkdown text={text} onLink={onLink} />
    </Suspense>
  );
});
