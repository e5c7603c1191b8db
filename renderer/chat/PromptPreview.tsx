import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { PromptContent, PromptMessage, PromptPreview as Made } from '#shared/prompts/prompts.ts';
import { counted, useLocale, useT } from '../i18n.ts';
import { Button } from '../ui/Button.tsx';
import { ExactJson, ExactText } from '../ui/Exact.tsx';
import { formatBytes, inDigits } from '../ui/format.ts';
import { countHidden, withCodes } from '../ui/hidden.ts';
import { isPlainEnter, toKeyPress } from '../ui/keys.ts';
import { MediaBlock } from '../ui/MediaBlock.tsx';

interface PromptPreviewProps {
  readonly serverKey: string;
  readonly made: Made;
  /** Enter was pressed while the preview had the keyboard. */
  readonly onGo: () => void;
}
/** What a server made of a prompt, as its own text: every message with its role, every kind of content, what can't be seen marked. */
export function PromptPreview({ serverKey, made, onGo }: PromptPreviewProps) {
  const t = useT();
  const region = useRef<HTMLElement>(null);
  useEffect(() => region.current?.focus(), [made.id]);
  const go = (event: KeyboardEvent): void => {
    // The Enter that asked for the preview, held down, is no answer to it; one in a text that scrolls is none either.
    if (event.target !== event.currentTarget || event.repeat || !isPlainEnter(toKeyPress(event))) return;
    event.preventDefault();
    onGo();
  };
  const hidden = made.messages
    .flatMap(({ contents }) => contents)
    .reduce((sum, content) => sum + countHidden(textOf(content), 'layout'), 0);
  const isOneText =
    made.messages.length === 1 && made.messages[0]?.role === 'user' && made.messages[0].contents.every(({ kind }) => kind === 'text');
  return (
    <section ref={region} className="prompt-preview" aria-label={t('prompts.preview')} tabIndex={-1} onKeyDown={go}>
      <p className="muted">{t('prompts.preview.what', { server: serverKey })}</p>
      {hidden > 0 ? (
        <p className="prompt-hidden">{t(counted(hidden, 'prompts.hidden.one', 'prompts.hidden.many'), { count: hidden })}</p>
      ) : null}
      <ol className="plain prompt-messages">
        {made.messages.map((message, at) => (
          // The messages of one prompt never move.
          <MessageView key={at} message={message} serverKey={serverKey} />
        ))}
      </ol>
      <p>
        {t(made.way === 'text' ? 'prompts.way.text' : 'prompts.way.whole', { server: serverKey })}{' '}
        {made.way === 'whole' && isOneText && hidden > 0 ? t('prompts.way.hidden') : null}
      </p>
    </section>
  );
}

/** The text of a content in which hidden characters may stand. */
function textOf(content: PromptContent): string {
  switch (content.kind) {
    case 'text':
    case 'resource':
      return content.text;
    case 'link':
      return `${content.title}${content.uri}`;
    case 'other':
      return content.json;
    case 'binary':
    case 'media':
      return content.uri ?? '';
  }
}

function MessageView({ message: { role, contents }, serverKey }: { readonly message: PromptMessage; readonly serverKey: string }) {
  const t = useT();
  return (
    <li className={`prompt-message ${role}`}>
      <p className="prompt-role">{t(`prompts.role.${role}`)}</p>
      {contents.map((content, at) => (
        <div key={at} className="prompt-content">
          {content.personOnly ? <span className="badge">{t('prompts.personOnly')}</span> : null}
          <ContentView content={content} serverKey={serverKey} />
        </div>
      ))}
    </li>
  );
}

function ContentView({ content, serverKey }: { readonly content: PromptContent; readonly serverKey: string }) {
  const t = useT();
  switch (content.kind) {
    case 'text':
      return <TextView text={content.text} />;
    case 'resource':
      return (
        <>
          <p className="prompt-facts">
            {t('prompts.resource')} <ExactText text={content.uri} /> · <ExactText text={content.mimeType} />
          </p>
          <TextView text={content.text} />
        </>
      );
    case 'link':
      return (
        <>
          <p>{t('prompts.link', { title: withCodes(content.title) })}</p>
          <p className="prompt-facts">
            <ExactText text={content.uri} />
            {content.size === undefined ? null : ` · ${formatBytes(content.size)}`}
          </p>
        </>
      );
    case 'other':
      return (
        <>
          <p className="prompt-facts">{t('prompts.other')}</p>
          <div className="prompt-text" tabIndex={0}>
            <ExactJson text={content.json} />
          </div>
        </>
      );
    case 'binary':
      return (
        <p className="prompt-facts">{t('resources.binary', { type: withCodes(content.mimeType), size: formatBytes(content.bytes) })}</p>
      );
    case 'media':
      return <MediaView content={content} serverKey={serverKey} />;
  }
}

function MediaView({
  content: { mimeType, data, bytes, uri },
  serverKey,
}: {
  readonly content: Extract<PromptContent, { kind: 'media' }>;
  readonly serverKey: string;
}) {
  const t = useT();
  const label = t(mimeType.startsWith('image/') ? 'resources.picture' : 'resources.sound', { server: serverKey });
  return (
    <>
      <MediaBlock mimeType={mimeType} data={data} label={label} />
      <p className="prompt-facts">
        {uri === undefined ? null : (
          <>
            <ExactText text={uri} /> ·{' '}
          </>
        )}
        {mimeType} · {formatBytes(bytes)} · {t('prompts.media')}
      </p>
    </>
  );
}

const pieceLength = 20_000;
/** Text as it is, never as markup, in pieces when it is long. */
function TextView({ text }: { readonly text: string }) {
  const t = useT();
  const locale = useLocale();
  const [length, setLength] = useState(pieceLength);
  const left = text.length - length;
  return (
    <>
      <div className="prompt-text" tabIndex={0}>
        <ExactText text={left > 0 ? text.slice(0, length) : text} lineBreaks="layout" />
      </div>
      <p className="prompt-facts">{t('prompts.characters', inDigits(locale, { count: text.length }))}</p>
      {left > 0 ? (
        <Button size="small" onClick={() => setLength(length + pieceLength * 5)}>
          {t('prompts.more', inDigits(locale, { count: left }))}
        </Button>
      ) : null}
    </>
  );
}
