import { memo } from 'react';
import { type LineBreaks, markHidden } from './hidden.ts';
import { splitEscapes, type Token, toJsonLines } from './jsonLines.ts';
import './Exact.css';

interface ExactTextProps {
  readonly text: string;
  readonly lineBreaks?: LineBreaks;
}

/** Foreign text, plain and in its logical order: nothing is cut, and what cannot be seen is marked. Its text content is the text. */
export const ExactText = memo(function ExactText({ text, lineBreaks = 'single' }: ExactTextProps) {
  return <bdi className={`exact ${lineBreaks}`}>{withMarks(text, lineBreaks)}</bdi>;
});

/** JSON text laid out to be read. All line breaks and indents are styles: the text content is the very text (S23). */
export const ExactJson = memo(function ExactJson({ text }: { readonly text: string }) {
  return (
    <code className="exact-json">
      {toJsonLines(text).map((line, at) => (
        <span className="json-line" key={at} style={{ paddingInlineStart: `${Math.min(line.depth, 24) * 2 + 2}ch` }}>
          {line.tokens.map((token, i) => (
            <TokenText key={i} token={token} />
          ))}
        </span>
      ))}
    </code>
  );
});

/** Beyond so many characters or lines a value is long. */
const longValue = 1500;
const manyLines = 12;

function TokenText({ token }: { readonly token: Token }) {
  if (token.kind === 'punctuation') return <span className={token.text === ':' ? 'json-colon' : 'json-comma'}>{token.text}</span>;
  if (token.kind !== 'string' && token.kind !== 'key')
    return <span className={`json-${token.kind}`}>{withMarks(token.text, 'layout')}</span>;
  // A long value scrolls in its own box: no text, however many line feeds it holds, moves what follows it out of reach.
  const isLong = token.text.length > longValue || token.text.split('\\n').length > manyLines;
  return (
    <bdi className={isLong ? `json-${token.kind} json-long` : `json-${token.kind}`} {...(isLong ? { tabIndex: 0 } : {})}>
      {splitEscapes(token.text).map((piece, at) =>
        piece.isEscape ? (
          <span key={at} className={piece.text === '\\n' ? 'json-escape line-feed' : 'json-escape'}>
            {piece.text}
          </span>
        ) : (
          <span key={at}>{withMarks(piece.text, 'single')}</span>
        ),
      )}
    </bdi>
  );
}

function withMarks(text: string, lineBreaks: LineBreaks) {
  const segments = markHidden(text, lineBreaks);
  if (segments.length === 1 && segments[0]?.code === undefined) return text;
  return segments.map((segment, at) =>
    segment.code === undefined ? (
      segment.text
    ) : (
      <span key={at} className="hidden-mark" data-code={segment.code}>
        <span className="hidden-raw">{segment.text}</span>
      </span>
    ),
  );
}
