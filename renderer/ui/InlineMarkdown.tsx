import { memo } from 'react';
import { MarkdownBlock, type MarkdownBlockProps } from './MarkdownBlock.tsx';

/** Markdown within a cell: what would begin a block there is plain text. */
export const InlineMarkdown = memo(function InlineMarkdown({ text, onLink }: MarkdownBlockProps) {
  return (
    <span className="md-cell">
      <MarkdownBlock text={inCell(text)} onLink={onLink} />
    </span>
  );
});

const inCell = (text: string): string => text.replace(/^(?=#|>|[-*+] |```|~~~|[=-]{2,}$)/, '\\').replace(/^(\d+)(?=[.)] )/, '$1\\');
