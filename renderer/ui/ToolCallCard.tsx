import { ChevronDown, Square } from 'lucide-react';
import { type ComponentType, memo, useId, useState } from 'react';
import { isOpen, type ToolCall } from '#shared/conversation/state.ts';
import { type Translate, useT } from '../i18n.ts';
import { Button, IconButton } from './Button.tsx';
import { excerpt, formatBytes, formatDuration } from './format.ts';
import { reasonInWords } from './reasonWords.ts';
import { useNow } from './useNow.ts';
import type { LoadMedia } from './BinaryBlock.tsx';
import type { LoadText } from './restOf.ts';
import { CallAsks } from './CallAsks.tsx';
import type { ReadLink } from './ResourceLink.tsx';
import { CallDetails, type OpenResource } from './CallDetails.tsx';
import { argumentsInShort } from './argumentsInShort.ts';
import { CallIcon } from './CallIcon.tsx';
import './ToolCallCard.css';

interface ToolCallCardProps {
  readonly call: ToolCall;
  /** Ends the call, and whatever it belongs to. */
  readonly onEnd: () => void;
  /** Opens the same call to be run by hand; absent where that is not offered. */
  readonly onAgain?: (call: ToolCall) => void;
  /** Must stay the same function. */
  readonly onOpenResource?: OpenResource;
  readonly load?: LoadMedia;
  /** Draws the small picture of the tool; must stay the same function. */
  readonly Icon?: ComponentType<{ readonly serverKey: string; readonly toolName: string; readonly size: 'small' }>;
  readonly loadText?: LoadText;
  readonly readLink?: ReadLink;
  /** Lets the model have what was kept back of the call's result; absent where no model is. */
  readonly onUseAnyway?: (call: ToolCall) => void;
}

/** Ends that a person should read: such a card opens by itself. */
const toBeRead: readonly ToolCall['status'][] = ['tool-error', 'protocol-error', 'timed-out', 'not-sent', 'unknown'];

/** One tool call through all its states. Closed when it went well, open when something needs reading, until the person decides otherwise. */
export const ToolCallCard = memo(function ToolCallCard({ call, onEnd, onAgain, onUseAnyway, Icon, ...loaders }: ToolCallCardProps) {
  const t = useT();
  const id = useId();
  const [choice, setChoice] = useState<boolean>();
  const [isEnding, setEnding] = useState(false);
  const open = choice ?? (toBeRead.includes(call.status) || (!isOpen(call) && call.mismatch !== undefined));
  const { toolName: tool, serverKey: server } = call;
  return (
    <div
      role="group"
      aria-label={server === '' ? tool : t('chat.call', { tool, server })}
      className={`call ${call.status}`}
      data-tour="card"
    >
      <div className="call-head">
        <button type="button" className="call-toggle" aria-expanded={open} aria-controls={id} onClick={() => setChoice(!open)}>
          <CallIcon status={call.status} />
          <span className="call-name">
            {Icon && server !== '' ? <Icon serverKey={server} toolName={tool} size="small" /> : null}
            <span className="call-tool">{tool}</span>{' '}
            {server === '' ? null : <span className="call-server">{t('chat.call.on', { server })}</span>}
          </span>
          <span className="call-facts">
            <span className="call-status">{t(isEnding && isOpen(call) ? 'chat.call.cancelling' : `chat.call.${call.status}`)}</span>
            {call.status === 'running' ? <Elapsed since={call.startedAt} /> : <Facts call={call} />}
          </span>
          <ChevronDown size={16} className="call-chevron" aria-hidden="true" />
        </button>
        {call.status === 'running' ? (
          <IconButton
            label={t('chat.call.end')}
            disabled={isEnding}
            onClick={() => {
              setEnding(true);
              onEnd();
            }}
          >
            <Square size={12} fill="currentColor" />
          </IconButton>
        ) : null}
      </div>
      {open ? null : <Preview call={call} />}
      {call.status === 'running' ? <Progress call={call} /> : null}
      {call.asks ? <CallAsks asks={call.asks} /> : null}
      <Late call={call} />
      <div id={id} hidden={!open} className="call-details">
        {open ? (
          <CallDetails
            call={call}
            load={loaders.load}
            loadText={loaders.loadText}
            readLink={loaders.readLink}
            onOpenResource={loaders.onOpenResource}
            onUseAnyway={onUseAnyway && (() => onUseAnyway(call))}
          />
        ) : null}
        {open && onAgain && !isOpen(call) && server !== '' ? (
          <div>
            <Button size="small" onClick={() => onAgain(call)}>
              {t('serverPage.again')}
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
});

function Elapsed({ since }: { readonly since: number }) {
  const t = useT();
  const seconds = Math.floor(Math.max(0, useNow() - since) / 1000);
  return (
    <span className="call-time" aria-live="off">
      {formatDuration(t, Math.max(1, seconds) * 1000).replace('.0', '')}
    </span>
  );
}

function Facts({ call }: { readonly call: ToolCall }) {
  const t = useT();
  return <span className="call-time">{factsOf(t, call).join(' · ')}</span>;
}

function factsOf(t: Translate, call: ToolCall): readonly string[] {
  if (isOpen(call) || call.startedAt === undefined) return [];
  const facts = [formatDuration(t, call.endedAt - call.startedAt)];
  if (call.bytes > 0) facts.push(formatBytes(call.bytes));
  return facts;
}

/** What went in and what came out, in a line each: enough to follow along without opening anything. */
function Preview({ call }: { readonly call: ToolCall }) {
  const t = useT();
  const first = isOpen(call) ? undefined : call.blocks.find((block) => block.kind === 'text' || block.kind === 'structured');
  const isAnswer = call.status === 'done' || call.status === 'tool-error';
  const result =
    first?.kind === 'text' ? (isAnswer ? first.text : reasonInWords(t, first.text)) : first?.kind === 'structured' ? first.json : '';
  const given = argumentsInShort(call.argumentsText, 160);
  if (!given && !result) return null;
  return (
    <div className="call-preview">
      {given ? <p>{given}</p> : null}
      {result ? (
        <p className="call-preview-result">{first?.kind === 'structured' ? argumentsInShort(result, 160) : excerpt(result, 160)}</p>
      ) : null}
    </div>
  );
}

/** The answer that came when nobody waited any more: said quietly, whether the card is open or not. */
function Late({ call }: { readonly call: ToolCall }) {
  const t = useT();
  if ((call.status !== 'cancelled' && call.status !== 'timed-out') || !call.late) return null;
  return <p className="call-late">{t(`chat.call.late.${call.status}.${call.late.end}`, { size: formatBytes(call.late.bytes) })}</p>;
}

function Progress({ call }: { readonly call: Extract<ToolCall, { status: 'running' }> }) {
  const t = useT();
  const { progress } = call;
  const total = progress?.total;
  const share = progress && total ? Math.min(100, Math.max(0, (progress.progress / total) * 100)) : undefined;
  return (
    <div className="call-progress">
      <div
        className={`bar ${share === undefined ? 'unknown' : ''}`}
        role="progressbar"
        aria-label={t('chat.call.progress')}
        {...(share === undefined ? {} : { 'aria-valuenow': Math.round(share), 'aria-valuemin': 0, 'aria-valuemax': 100 })}
      >
        <div style={share === undefined ? {} : { width: `${share}%` }} />
      </div>
      {progress?.message ? <p className="small muted">{progress.message}</p> : null}
    </div>
  );
}
