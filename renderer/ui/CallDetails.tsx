import { type ReactNode, useState } from 'react';
import type { ResultBlock } from '#shared/conversation/events.ts';
import { isOpen, type ToolCall } from '#shared/conversation/state.ts';
import type { Verdict } from '#shared/decision/decision.ts';
import { type Translate, useT } from '../i18n.ts';
import { BinaryBlock, type LoadMedia } from './BinaryBlock.tsx';
import { MismatchNote, TraceNote } from './CallNotes.tsx';
import { CopyButton } from './CopyButton.tsx';
import { Choice } from './Field.tsx';
import { LongText, type Rest } from './LongText.tsx';
import { JsonViews } from './JsonViews.tsx';
import { type LoadText, restOf, wholeText } from './restOf.ts';
import { reasonInWords } from './reasonWords.ts';
import { ResourceLink, type ReadLink } from './ResourceLink.tsx';
import { withoutRepeats } from './resultBlocks.ts';

/** Opens a resource that a result names, which is read through the server of the result alone. */
export type OpenResource = (serverKey: string, uri: string) => void;
export interface Loaders {
  /** Absent where nothing can be opened. */
  readonly onOpenResource: OpenResource | undefined;
  readonly load: LoadMedia | undefined;
  readonly loadText: LoadText | undefined;
  readonly readLink: ReadLink | undefined;
}
interface CallDetailsProps extends Loaders {
  readonly call: ToolCall;
  readonly onUseAnyway: (() => void) | undefined;
}
/** Everything about a call: what was decided and by whom, what went in, what came out, what the model was told. What went wrong comes first. */
export function CallDetails({ call, onUseAnyway, ...loaders }: CallDetailsProps) {
  const t = useT();
  const notes = notesOf(t, call);
  return (
    <>
      {notes.length > 0 ? (
        <ul className="plain call-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      {!isOpen(call) && call.mismatch ? (
        <MismatchNote mismatch={call.mismatch} onUse={onUseAnyway} isForModel={call.modelCallId !== ''} />
      ) : null}
      {isOpen(call) || call.status === 'done' ? null : <Result call={call} {...loaders} />}
      <JsonViews title={t('chat.call.arguments')} text={call.argumentsText} copyLabel={t('chat.call.copyArguments')} />
      {call.status === 'done' ? <Result call={call} {...loaders} /> : null}
      {!isOpen(call) && call.trace !== undefined ? <TraceNote traceparent={call.trace} /> : null}
    </>
  );
}

function notesOf(t: Translate, call: ToolCall): readonly string[] {
  const notes: string[] = [];
  if (call.status in explained) notes.push(t(explained[call.status as keyof typeof explained]));
  if (call.edited) notes.push(t('chat.call.edited'));
  const verdict = 'verdict' in call ? call.verdict : undefined;
  if (verdict) notes.push(decidedBy(t, verdict));
  return notes;
}

const explained = {
  waiting: 'chat.call.waiting.note',
  denied: 'chat.call.denied.note',
  cancelled: 'chat.call.cancelled.note',
  'timed-out': 'chat.call.timed-out.note',
  'not-sent': 'chat.call.not-sent.note',
  unknown: 'chat.call.unknown.note',
  'tool-error': 'chat.call.tool-error.note',
  'protocol-error': 'chat.call.protocol-error.note',
} as const;

function decidedBy(t: Translate, verdict: Verdict): string {
  switch (verdict.kind) {
    case 'allowed':
      return t(`chat.allowedBy.${verdict.by}`);
    case 'denied':
      return t(`chat.deniedBy.${verdict.by}`);
    case 'withdrawn':
      return t('chat.withdrawn');
  }
}

/** Where a call has no answer the text is Steward's own; results are nobody's to translate. */
function inWords(t: Translate, call: EndedCall, block: ResultBlock): ResultBlock {
  const isAnswer = call.status === 'done' || call.status === 'tool-error';
  return isAnswer || block.kind !== 'text' ? block : { ...block, text: reasonInWords(t, block.text) };
}

type EndedCall = Exclude<ToolCall, { status: 'proposed' | 'waiting' | 'running' }>;
function Result({ call, load, loadText, readLink, onOpenResource }: Loaders & { readonly call: EndedCall }) {
  const t = useT();
  const [view, setView] = useState<'result' | 'model'>('result');
  if (call.blocks.length === 0) {
    return call.modelText ? (
      <Section title={t('chat.call.told')} text={call.modelText} copyLabel={t('chat.call.copyResult')}>
        <LongText text={call.modelText} label={t('chat.call.told')} />
      </Section>
    ) : null;
  }
  const all = call.blocks
    .flatMap((block) => (block.kind === 'text' ? [block.text] : block.kind === 'structured' ? [block.json] : []))
    .join('\n');
  return (
    <Section
      title={t('chat.call.result')}
      text={view === 'result' ? all : call.modelText}
      copyLabel={t('chat.call.copyResult')}
      loadCopy={view === 'result' ? () => wholeText(call.id, call.blocks, loadText) : undefined}
      views={
        <Choice
          label={t('chat.call.resultView')}
          isLabelHidden
          value={view}
          onChange={setView}
          options={[
            { value: 'result', label: t('chat.call.result') },
            { value: 'model', label: t('chat.call.forModel') },
          ]}
        />
      }
    >
      {view === 'model' ? (
        <LongText text={call.modelText} label={t('chat.call.told')} />
      ) : (
        withoutRepeats(call.blocks)
          .map((given) => inWords(t, call, given))
          .map((block, at) => (
            <Block
              key={at}
              block={block}
              serverKey={call.serverKey}
              load={load}
              readLink={readLink}
              rest={restOf(call.id, call.blocks, block, loadText)}
              onOpenResource={onOpenResource}
            />
          ))
      )}
    </Section>
  );
}

interface SectionProps {
  readonly title: string;
  readonly text: string;
  readonly copyLabel: string;
  /** Resolves to what is copied, where `text` is only its beginning. */
  readonly loadCopy?: (() => Promise<string>) | undefined;
  readonly views?: ReactNode;
  readonly children: ReactNode;
}
function Section({ title, text, copyLabel, loadCopy, views, children }: SectionProps) {
  return (
    <div className="call-section">
      <div className="call-section-head">
        <h3>{title}</h3>
        <div className="call-section-tools small-choice">
          {views}
          {text ? <CopyButton text={text} label={copyLabel} load={loadCopy} /> : null}
        </div>
      </div>
      {children}
    </div>
  );
}

interface BlockProps {
  readonly block: ResultBlock;
  readonly serverKey: string;
  readonly load: LoadMedia | undefined;
  readonly readLink: ReadLink | undefined;
  readonly rest: Rest | undefined;
  readonly onOpenResource: OpenResource | undefined;
}
function Block(props: BlockProps) {
  const t = useT();
  const isPersonOnly = props.block.kind !== 'structured' && props.block.personOnly === true;
  return (
    <>
      {isPersonOnly ? <p className="muted small">{t('chat.block.personOnly')}</p> : null}
      <BlockContent {...props} />
    </>
  );
}
function BlockContent({ block, serverKey, load, readLink, rest, onOpenResource }: BlockProps) {
  const t = useT();
  switch (block.kind) {
    case 'text':
      return <LongText text={block.text} rest={rest} label={t('chat.call.result')} />;
    case 'structured':
      return <JsonViews title={t('chat.block.structured')} text={block.json} rest={rest} copyLabel={t('chat.call.copyResult')} />;
    case 'binary':
      return <BinaryBlock block={block} serverKey={serverKey} load={load} />;
    case 'resource':
      if (block.text === undefined) {
        const { uri, title } = block;
        return <ResourceLink serverKey={serverKey} uri={uri} title={title} read={readLink} onOpen={onOpenResource} />;
      }
      return (
        <div className="call-block-resource">
          <p className="call-block-line">
            {block.title === block.uri ? null : `${block.title} `}
            <span className="technical">{block.uri}</span>
          </p>
          <LongText text={block.text} rest={rest} label={t('chat.call.result')} />
        </div>
      );
  }
}
