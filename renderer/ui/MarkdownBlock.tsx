import { lazy, memo, Suspense, useMemo } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { elementsFor, keepUrl } from './MarkdownElements.tsx';
import { LongText } from './LongText.tsx';
import { markMath } from './mathMarks.ts';
import { isTooHeavy } from './weight.ts';
import { useT } from '../i18n.ts';

const plugins = [remarkGfm];
// Formulas are rare and their library is large.
const MathBlock = lazy(async () => ({ default: (await import('./MathBlock.tsx')).MathBlock }));

export interface MarkdownBlockProps {
  readonly text: string;
  readonly onLink: (url: string) => void;
}

/** One block of markdown as elements (S1, S6). One that would hold the page up is shown as plain text, and said to be (S52). */
export const MarkdownBlock = memo(function MarkdownBlock({ text, onLink }: MarkdownBlockProps) {
  const elements = useMemo(() => elementsFor(onLink), [onLink]);
  const math = useMemo(() => markMath(text), [text]);
  if (isTooHeavy(text)) return <PlainBlock text={text} />;
  if (math.hasMath) {
    return (
      <Suspense fallback={<p className="plain-text">{text}</p>}>
        <MathBlock text={math.text} onLink={onLink} />
      </Suspense>
    );
  }
  return (
    <ReactMarkdown remarkPlugins={plugins} urlTransform={keepUrl} components={elements}>
      {text}
    </ReactMarkdown>
  );
});

function PlainBlock({ text }: { readonly text: string }) {
  const t = useT();
  return (
    <div className="plain-block">
      <p className="plain-note">{t('rich.plain')}</p>
      <LongText text={text} />
    </div>
  );
}
