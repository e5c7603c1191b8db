import { lazy, memo, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { BlockReader, paintInterval, type Block } from './blocks.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { Diagram } from './Diagram.tsx';
import { LongText } from './LongText.tsx';
import { TableBlock } from './TableBlock.tsx';
import { useFormatted } from './useFormatted.ts';
import './Markdown.css';

// The parser is the heaviest part of the page and not needed before the first answer.
const MarkdownBlock = lazy(async () => ({ default: (await import('./MarkdownBlock.tsx')).MarkdownBlock }));

interface MarkdownProps {
  readonly text: string;
  /** False while more may come: then it is painted at most 30 times a second. */
  readonly isComplete: boolean;
  readonly onLink: (url: string) => void;
}
/** Characters: a longer answer that is opened again is shown as plain text. */
const longestAnswer = 400_000;

/** A model's text. Finished blocks are parsed once; the growing one stands apart, so that a reader is told of whole blocks only. */
export const Markdown = memo(function Markdown({ text, isComplete, onLink }: MarkdownProps) {
  const shown = usePaced(text, isComplete);
  const [isPlain] = useState(isComplete && text.length > longestAnswer);
  return isPlain ? <LongText text={text} /> : <Blocks text={shown} isComplete={isComplete} onLink={onLink} />;
});

const Blocks = memo(function Blocks({ text, isComplete, onLink }: MarkdownProps) {
  const reader = useMemo(() => new BlockReader(), []);
  const blocks = reader.read(text, isComplete);
  const growing = blocks.at(-1)?.closed === false ? blocks.at(-1) : undefined;
  const closed = growing ? blocks.slice(0, -1) : blocks;
  const plainUntil = useFormatted(closed.length, isComplete);
  return (
    <div className="markdown">
      {closed.map((block, at) => (
        <div key={at} className={lookOf(block)}>
          <BlockView block={block} isPlain={at < plainUntil} onLink={onLink} />
        </div>
      ))}
      {growing ? (
        <div aria-live="off" key={closed.length} className={lookOf(growing)}>
          <BlockView block={growing} isPlain={false} onLink={onLink} />
        </div>
      ) : null}
    </div>
  );
});

const lookOf = (block: Block): string => (block.kind === 'markdown' && block.isMoreOfList ? 'block more-of-list' : 'block');

interface BlockViewProps {
  readonly block: Block;
  /** Not its turn yet: its text stands there until it is. */
  readonly isPlain: boolean;
  readonly onLink: (url: string) => void;
}
const BlockView = memo(
  function BlockView({ block, isPlain, onLink }: BlockViewProps) {
    if (isPlain) return <p className="plain-text">{block.text}</p>;
    switch (block.kind) {
      case 'code':
        return block.language.toLowerCase() === 'mermaid' && block.closed ? (
          <Diagram source={block.text} />
        ) : (
          <CodeBlock code={block.text} language={block.language} isGrowing={!block.closed} />
        );
      case 'table':
        return <TableBlock text={block.text} onLink={onLink} />;
      case 'markdown':
        return (
          <Suspense fallback={<p className="plain-text">{block.text}</p>}>
            <MarkdownBlock text={block.text} onLink={onLink} />
          </Suspense>
        );
    }
  },
  (a, b) =>
    a.isPlain === b.isPlain &&
    a.onLink === b.onLink &&
    a.block.text === b.block.text &&
    a.block.kind === b.block.kind &&
    a.block.closed === b.block.closed,
);

/** A growing text, held back so that it is painted no more often than is useful. A complete one passes at once. */
function usePaced(text: string, isComplete: boolean): string {
  const [shown, setShown] = useState(text);
  const latest = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = text;
    if (isComplete || timer.current !== undefined) return;
    const unfinished = text.length - text.lastIndexOf('\n\n');
    timer.current = setTimeout(() => {
      timer.current = undefined;
      setShown(latest.current);
    }, paintInterval(unfinished));
  }, [text, isComplete]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return isComplete ? text : shown;
}
