import { useCallback, useMemo, useState } from 'react';
import type { ReadContent } from '#shared/resources/resources.ts';
import { useT } from '../i18n.ts';
import { useAct } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { ExactJson, ExactText } from '../ui/Exact.tsx';
import { Choice } from '../ui/Field.tsx';
import { formatBytes } from '../ui/format.ts';
import { Catch } from '../ui/Catch.tsx';
import { Markdown } from '../ui/Markdown.tsx';
import { MediaBlock } from '../ui/MediaBlock.tsx';
import { parseCsv } from './csv.ts';
import { textKind } from './kinds.ts';

interface ContentViewProps {
  readonly content: ReadContent;
  readonly serverKey: string;
  readonly isOneOfMany: boolean;
}
/** One content of a read: text in the way that suits it, pictures and sounds, everything else by kind and size. */
export function ContentView({ content, serverKey, isOneOfMany }: ContentViewProps) {
  const t = useT();
  return (
    <div className="content">
      {isOneOfMany ? (
        <h3 className="content-name">
          <ExactText text={content.uri} />
        </h3>
      ) : null}
      {content.kind === 'text' ? <TextContent content={content} /> : null}
      {content.kind === 'media' ? <Media content={content} serverKey={serverKey} /> : null}
      {content.kind === 'binary' ? (
        <p className="content-binary">{t('resources.binary', { type: content.mimeType, size: formatBytes(content.bytes) })}</p>
      ) : null}
    </div>
  );
}

type ContentOf<K extends ReadContent['kind']> = Extract<ReadContent, { kind: K }>;

function TextContent({ content: { text, mimeType, uri } }: { readonly content: ContentOf<'text'> }) {
  const t = useT();
  const act = useAct();
  const [view, setView] = useState<'readable' | 'source'>('readable');
  const onLink = useCallback((url: string) => act('link.open', { url }), [act]);
  const kind = textKind(mimeType, uri, text);
  return (
    <>
      <div className="content-facts small-choice">
        <span>
          {mimeType} · {formatBytes(new Blob([text]).size)}
        </span>
        {kind === 'source' ? null : (
          <Choice
            label={t('resources.view')}
            isLabelHidden
            value={view}
            onChange={setView}
            options={[
              { value: 'readable', label: t('resources.view.readable') },
              { value: 'source', label: t('resources.view.source') },
            ]}
          />
        )}
      </div>
      {kind === 'source' || view === 'source' ? <SourceText text={text} /> : null}
      {view === 'readable' && kind === 'markdown' ? (
        <Catch fallback={<p className="plain-text">{text}</p>}>
          <Markdown text={text} isComplete onLink={onLink} />
        </Catch>
      ) : null}
      {view === 'readable' && kind === 'json' ? (
        <div className="content-box" tabIndex={0}>
          <ExactJson text={text} />
        </div>
      ) : null}
      {view === 'readable' && kind === 'csv' ? <CsvTable text={text} /> : null}
    </>
  );
}

const pieceLength = 20_000;
/** Text as it is, never as markup, in pieces when it is long. */
function SourceText({ text }: { readonly text: string }) {
  const t = useT();
  const [length, setLength] = useState(pieceLength);
  const left = text.length - length;
  return (
    <>
      <div className="content-box" tabIndex={0}>
        <ExactText text={left > 0 ? text.slice(0, length) : text} lineBreaks="layout" />
      </div>
      {left > 0 ? (
        <Button size="small" onClick={() => setLength(length + pieceLength * 5)}>
          {t('chat.moreText', { count: left })}
        </Button>
      ) : null}
    </>
  );
}

const maxTableRows = 500;
function CsvTable({ text }: { readonly text: string }) {
  const t = useT();
  const { rows, count } = useMemo(() => parseCsv(text, maxTableRows + 1), [text]);
  const [head = [], ...body] = rows;
  return (
    <>
      <div className="content-table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {head.map((cell, at) => (
                // The columns of one text never move.
                <th key={at} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > rows.length ? <p className="muted small">{t('resources.rows', { shown: body.length, count: count - 1 })}</p> : null}
    </>
  );
}

function Media({ content: { data, mimeType, bytes }, serverKey }: { readonly content: ContentOf<'media'>; readonly serverKey: string }) {
  const t = useT();
  const label = t(mimeType.startsWith('image/') ? 'resources.picture' : 'resources.sound', { server: serverKey });
  return (
    <>
      <p className="content-facts">
        {mimeType} · {formatBytes(bytes)}
      </p>
      <MediaBlock mimeType={mimeType} data={data} label={label} />
    </>
  );
}
