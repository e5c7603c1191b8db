import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react';
import { paintInterval, splitBlocks, type Block } from './blocks.ts';
import { CodeBlock } from './CodeBlock.tsx';
import './Markdown.css';

// The parser is the heaviest part of the page and not needed before the first answer.
const MarkdownBlock = lazy(async () => ({ default: (await import('./MarkdownBlock.tsx')).MarkdownBlock }));

interface MarkdownProps {
  readonly text: string;
  /** False while more may come: then it is painted at most 30 times a second. */
  readonly isComplete: boolean;
  readonly onLink: (url: string) => void;
}

/** A model's text. Finished blocks are parsed once; the growing one stands apart, so that a reader is told of whole blocks only. */
export const Markdown = memo(function Markdown({ text, isComplete, onLink }: MarkdownProps) {
  const shown = usePaced(text, isComplete);
  return <Blocks text={shown} isComplete={isComplete} onLink={onLink} />;
});

const Blocks = memo(function Blocks({ text, isComplete, onLink }: MarkdownProps) {
  const blocks = splitBlocks(text, isComplete);
  const growing = blocks.at(-1)?.closed === false ? blocks.at(-1) : undefined;
  const closed = growing ? blocks.slice(0, -1) : blocks;
  return (
    <div className="markdown">
      {closed.map((block, at) => (
        <div key={at} className={lookOf(block)}>
          <BlockView text={block.text} language={languageOf(block)} onLink={onLink} />
        </div>
      ))}
      {growing ? (
        <div aria-live="off" className={lookOf(growing)}>
          <BlockView text={growing.text} language={languageOf(growing)} onLink={onLink} />
        </div>
      ) : null}
    </div>
  );
});

const languageOf = (block: Block): string | undefined => (block.kind === 'code' ? block.language : undefined);
const lookOf = (block: Block): string => (block.kind === 'markdown' && block.isMoreOfList ? 'block more-of-list' : 'block');

interface BlockViewProps {
  readonly text: string;
  /** Present for code. */
  readonly language: string | undefined;
  readonly onLink: (url: string) => void;
}
const BlockView = memo(function BlockView({ text, language, onLink }: BlockViewProps) {
  if (language !== undefined) return <CodeBlock code={text} language={language} />;
  return (
    <Suspense fallback={<p className="plain-text">{text}</p>}>
      <MarkdownBlock text={text} onLink={onLink} />
    </Suspense>
  );
});

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
