import { WrapText } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { tokenKinds } from '../code/colours.ts';
import { languageOf } from '../code/names.ts';
import { useLocale, useT } from '../i18n.ts';
import { Button, IconButton } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { inDigits } from './format.ts';
import { LineBox } from './LineBox.tsx';
import { useColours } from './useColours.ts';

interface CodeBlockProps {
  readonly code: string;
  readonly language: string;
  /** More of it may come. */
  readonly isGrowing?: boolean;
}
/** Lines and characters that are laid out and coloured; the rest is shown on demand, a window of it at a time. */
const mostLines = 400;
const mostCharacters = 40_000;

/** Code with its language, colours and a copy button; long lines scroll inside it, or are wrapped when the person wants that. */
export const CodeBlock = memo(function CodeBlock({ code, language, isGrowing = false }: CodeBlockProps) {
  const t = useT();
  const locale = useLocale();
  const [isWrapped, setWrapped] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const shown = useMemo(() => beginningOf(code), [code]);
  const left = code.length - shown.length;
  return (
    <div className="code-block">
      <div className="code-head">
        <span className="code-language">{language || t('app.code')}</span>
        <IconButton label={t('rich.wrap')} aria-pressed={isWrapped} onClick={() => setWrapped(!isWrapped)}>
          <WrapText size={14} />
        </IconButton>
        <CopyButton text={code} label={t('app.copyCode')} />
      </div>
      {showsAll && left > 0 ? (
        <LineBox text={code} label={language || t('app.code')} />
      ) : (
        <pre tabIndex={0} className={isWrapped ? 'wrapped' : undefined}>
          <Code code={shown} language={language} isGrowing={isGrowing && left === 0} />
        </pre>
      )}
      {left > 0 && !showsAll ? (
        <div className="code-more">
          <Button size="small" look="quiet" onClick={() => setShowsAll(true)}>
            {t('rich.showAll', inDigits(locale, { count: code.length }))}
          </Button>
        </div>
      ) : null}
    </div>
  );
});

function beginningOf(code: string): string {
  let end = 0;
  for (let line = 0; line < mostLines; line += 1) {
    const next = code.indexOf('\n', end);
    if (next === -1) return code.length > mostCharacters ? code.slice(0, mostCharacters) : code;
    end = next + 1;
    if (end > mostCharacters) return code.slice(0, mostCharacters);
  }
  return code.slice(0, end);
}

function Code({ code, language, isGrowing }: Required<CodeBlockProps>) {
  const coloured = useColours(code, languageOf(language), isGrowing);
  if (!coloured) return <code>{code}</code>;
  const lines = code.split('\n');
  const before = coloured.code === code ? lines : coloured.code.split('\n');
  return (
    // It was read out when it came; colours are no news.
    <code aria-live="off">
      {lines.map((line, at) => (
        <CodeLine
          key={at}
          text={at < lines.length - 1 ? `${line}\n` : line}
          tokens={before[at] === line ? coloured.lines[at] : undefined}
        />
      ))}
    </code>
  );
}

const CodeLine = memo(function CodeLine({ text, tokens }: { readonly text: string; readonly tokens: readonly number[] | undefined }) {
  if (!tokens) return <span>{text}</span>;
  const pieces: { readonly kind: string; readonly text: string }[] = [];
  let from = 0;
  for (let at = 0; at + 1 < tokens.length; at += 2) {
    const length = tokens[at + 1] ?? 0;
    pieces.push({ kind: tokenKinds[tokens[at] ?? 0] ?? 'foreground', text: text.slice(from, from + length) });
    from += length;
  }
  return (
    <span>
      {pieces.map((piece, at) =>
        piece.kind === 'foreground' ? (
          piece.text
        ) : (
          <span key={at} className={`code-${piece.kind}`}>
            {piece.text}
          </span>
        ),
      )}
      {text.slice(from)}
    </span>
  );
});
