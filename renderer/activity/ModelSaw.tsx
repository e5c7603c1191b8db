import { useEffect, useRef, useState } from 'react';
import { estimateTokens, type ModelMessageView, type ModelRequestView } from '#shared/journal/modelView.ts';
import { counted, useT } from '../i18n.ts';
import { failureOf } from '../ipc/client.ts';
import { usePageParts } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { ExactJson, ExactText } from '../ui/Exact.tsx';
import { formatBytes } from '../ui/format.ts';

interface ModelSawProps {
  readonly conversationId: string;
  readonly turnId: string;
  readonly round: number;
  readonly onClose: () => void;
}

/** One request as it went to the model. */
export function ModelSaw({ conversationId, turnId, round, onClose }: ModelSawProps) {
  const t = useT();
  const { client } = usePageParts();
  const [request, setRequest] = useState<ModelRequestView | 'missing'>();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    let isWanted = true;
    client.request('turn.modelRequest', { conversationId, turnId, round }).then(
      (value) => isWanted && setRequest(value),
      (thrown: unknown) => {
        if (isWanted) setRequest('missing');
        return failureOf(thrown);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [client, conversationId, turnId, round]);
  const isThere = request !== undefined;
  useEffect(() => {
    if (isThere) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isThere]);
  return (
    <section className="saw" ref={place} aria-labelledby="saw-title">
      <div className="waterfall-head">
        <h2 id="saw-title">{t('turn.saw.round', { n: round + 1 })}</h2>
        <Button size="small" look="quiet" onClick={onClose}>
          {t('turn.saw.close')}
        </Button>
      </div>
      {request === 'missing' ? <p className="muted">{t('turn.saw.missing')}</p> : null}
      {request && request !== 'missing' ? <Request request={request} /> : null}
    </section>
  );
}

/** Messages that are shown at first: the last ones, since they are what is new. */
const shownAtFirst = 30;

function Request({ request }: { readonly request: ModelRequestView }) {
  const t = useT();
  const [isWhole, setWhole] = useState(request.messages.length <= shownAtFirst);
  const hiddenCount = isWhole ? 0 : request.messages.length - shownAtFirst;
  const tokens =
    estimateTokens(request.system) + estimateTokens(JSON.stringify(request.messages)) + estimateTokens(JSON.stringify(request.tools));
  return (
    <>
      <p className="muted small">{t('turn.saw.what', { tokens, size: formatBytes(request.bytes) })}</p>
      <Disclosure look="row" summary={<Summary title={t('turn.saw.system')} text={request.system} />}>
        <Foreign text={request.system} />
      </Disclosure>
      {request.tools.length === 0 ? (
        <p className="muted">{t('turn.saw.noTools')}</p>
      ) : (
        <Disclosure
          look="row"
          summary={<Summary title={t('turn.saw.tools', { count: request.tools.length })} text={JSON.stringify(request.tools)} />}
        >
          {request.tools.map((tool) => (
            <Disclosure key={tool.name} summary={<Summary title={tool.name} text={JSON.stringify(tool)} isMono />}>
              <div className="saw-box">
                <ExactJson text={JSON.stringify(tool)} />
              </div>
            </Disclosure>
          ))}
        </Disclosure>
      )}
      <h3>{t('turn.saw.messages', { count: request.messages.length })}</h3>
      {hiddenCount > 0 ? (
        <Button look="quiet" size="small" onClick={() => setWhole(true)}>
          {t('turn.saw.earlier', { count: hiddenCount })}
        </Button>
      ) : null}
      <ol className="plain saw-messages">
        {request.messages.slice(hiddenCount).map((message, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages of one request never move.
          <Message key={hiddenCount + at} message={message} />
        ))}
      </ol>
    </>
  );
}

function Summary({ title, text, isMono = false }: { readonly title: string; readonly text: string; readonly isMono?: boolean }) {
  const t = useT();
  return (
    <span className="saw-summary">
      <span className={isMono ? 'technical' : ''}>{title}</span>
      <span className="small muted">{t('turn.saw.tokens', { count: estimateTokens(text) })}</span>
    </span>
  );
}

function Message({ message }: { readonly message: ModelMessageView }) {
  const t = useT();
  return (
    <li className={`saw-message from-${message.role}`}>
      <div className="saw-summary">
        <strong>{t(`turn.saw.${message.role}`)}</strong>
        <span className="small muted">{t('turn.saw.tokens', { count: estimateTokens(JSON.stringify(message)) })}</span>
      </div>
      {message.text ? <Foreign text={message.text} /> : null}
      {message.role === 'tool' && message.pictures ? (
        <p className="muted small">
          {t(counted(message.pictures.length, 'turn.saw.pictures.one', 'turn.saw.pictures.many'), { count: message.pictures.length })}
        </p>
      ) : null}
      {message.role === 'assistant'
        ? message.calls.map((call) => (
            <div key={call.id}>
              <p className="technical">{t('turn.saw.calls', { name: call.name })}</p>
              <div className="saw-box">
                <ExactJson text={call.argumentsText} />
              </div>
            </div>
          ))
        : null}
    </li>
  );
}

/** Text of others, exactly; what is long scrolls inside it. */
function Foreign({ text }: { readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div className="saw-box" tabIndex={0}>
      <ExactText text={text} lineBreaks="layout" />
    </div>
  );
}
