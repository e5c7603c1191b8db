import katex from 'katex';
import 'katex/dist/katex.min.css';
import { type ComponentProps, memo, useLayoutEffect, useMemo, useRef } from 'react';
import ReactMarkdown, { type ExtraProps } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import type { MarkdownBlockProps } from './MarkdownBlock.tsx';
import { elementsFor, keepUrl, Pre, textOf } from './MarkdownElements.tsx';
import './Math.css';

const plugins = [remarkGfm, [remarkMath, { singleDollarTextMath: false }] as [typeof remarkMath, { singleDollarTextMath: boolean }]];

/** A block of markdown with formulas between double dollars. */
export const MathBlock = memo(function MathBlock({ text, onLink }: MarkdownBlockProps) {
  const elements = useMemo(() => elementsFor(onLink, { code: InlineMath, pre: MathOrPre }), [onLink]);
  return (
    <ReactMarkdown remarkPlugins={plugins} urlTransform={keepUrl} components={elements}>
      {text}
    </ReactMarkdown>
  );
});

const isMath = (names: unknown, kind: string): boolean => Array.isArray(names) && names.includes(kind);

function InlineMath({ node, children }: ComponentProps<'code'> & ExtraProps) {
  if (!node || !isMath(node.properties['className'], 'math-inline')) return <code>{children}</code>;
  return <Formula tex={textOf(node)} isDisplay={false} />;
}
function MathOrPre(props: ComponentProps<'pre'> & ExtraProps) {
  const code = props.node?.children[0];
  if (code?.type !== 'element' || !isMath(code.properties['className'], 'math-display')) return <Pre {...props} />;
  return <Formula tex={textOf(code).trim()} isDisplay />;
}

/** Characters: a longer formula is shown as its source. */
const longestFormula = 4_000;
// Nothing that fetches or leads anywhere (`trust`), no macro that unfolds without end, nothing larger than a page.
const options = { throwOnError: true, strict: 'ignore', trust: false, maxExpand: 300, maxSize: 40, output: 'htmlAndMathml' } as const;

interface FormulaProps {
  readonly tex: string;
  readonly isDisplay: boolean;
}
/** A formula; its source where it can't be read. The library builds elements, so that no markup is parsed here. */
const Formula = memo(function Formula({ tex, isDisplay }: FormulaProps) {
  const place = useRef<HTMLSpanElement>(null);
  const { element, problem } = useMemo(() => build(tex, isDisplay), [tex, isDisplay]);
  useLayoutEffect(() => place.current?.replaceChildren(element), [element]);
  const look = `formula ${isDisplay ? 'display' : 'inline'} ${problem === undefined ? '' : 'unread'}`;
  return <span ref={place} className={look} title={problem} {...(isDisplay ? { tabIndex: 0 } : {})} />;
});

function build(tex: string, isDisplay: boolean): { readonly element: HTMLElement; readonly problem: string | undefined } {
  const element = document.createElement('span');
  try {
    if (tex.length > longestFormula) throw new Error('too long');
    katex.render(tex, element, { ...options, displayMode: isDisplay });
    return { element, problem: undefined };
  } catch (error) {
    element.textContent = tex;
    return { element, problem: error instanceof Error ? error.message : String(error) };
  }
}
