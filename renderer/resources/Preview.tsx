import { Paperclip, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Failure } from '#shared/ipc/failure.ts';
import { type ResourceRead, type ResourceView, resourceTitle } from '#shared/resources/resources.ts';
import { attachResource, showContext } from '../attach.ts';
import { useT } from '../i18n.ts';
import { failureOf } from '../ipc/client.ts';
import { usePageParts, useTopics } from '../ipc/hooks.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { AlwaysSwitch } from './AlwaysSwitch.tsx';
import { ContentView } from './ContentView.tsx';
import { ResourceFacts } from './ResourceFacts.tsx';

/** How the latest reading that ended went. */
interface Answer {
  readonly round: number;
  readonly read?: ResourceRead;
  readonly failure?: Failure;
}

/** One resource, read through its server when it is opened, with what can be done with it. */
export function Preview({ serverKey, uri }: { readonly serverKey: string; readonly uri: string }) {
  const t = useT();
  const { client } = usePageParts();
  const [round, setRound] = useState(1);
  const [answer, setAnswer] = useState<Answer>({ round: 0 });
  useEffect(() => {
    let isCurrent = true;
    client.request('resource.read', { serverKey, uri }).then(
      (read) => isCurrent && setAnswer({ round, read }),
      (thrown: unknown) => isCurrent && setAnswer({ round, failure: failureOf(thrown) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, serverKey, uri, round]);
  const { read, failure } = answer;
  const isBusy = answer.round !== round;
  return (
    <section className="preview" aria-label={t('resources.preview')} aria-busy={isBusy}>
      <PreviewHead serverKey={serverKey} uri={uri} read={read} isBusy={isBusy} onAgain={() => setRound(round + 1)} />
      <div className="preview-body">
        {failure ? (
          <p className="preview-failure" role="alert">
            {t(`failure.${failure.code}`)}
            {failure.detail ? <span className="technical">{failure.detail}</span> : null}
          </p>
        ) : null}
        {isBusy && !read ? <p className="muted">{t('resources.reading')}</p> : null}
        {read && read.contents.length === 0 ? <p className="muted">{t('resources.nothing')}</p> : null}
        {read
          ? read.contents.map((content, at) => (
              // The contents of one read never move.
              <ContentView key={`${read.readAt}-${at}`} content={content} serverKey={serverKey} isOneOfMany={read.contents.length > 1} />
            ))
          : null}
      </div>
    </section>
  );
}

/** What it measures: as listed, else what came. */
function sizeOf(resource: ResourceView | undefined, read: ResourceRead | undefined): number | undefined {
  if (resource?.size !== undefined) return resource.size;
  const size = read?.contents.reduce((sum, content) => sum + (content.kind === 'text' ? content.text.length : content.bytes), 0);
  return size === 0 ? undefined : size;
}

interface PreviewHeadProps {
  readonly serverKey: string;
  readonly uri: string;
  readonly read: ResourceRead | undefined;
  readonly isBusy: boolean;
  readonly onAgain: () => void;
}
function PreviewHead({ serverKey, uri, read, isBusy, onAgain }: PreviewHeadProps) {
  const t = useT();
  const parts = usePageParts();
  const list = useTopics((s) => s.resources.find((one) => one.serverKey === serverKey));
  const [isAttaching, setAttaching] = useState(false);
  const resource = list?.resources.find((one) => one.uri === uri);
  const text = read?.contents.flatMap((c) => (c.kind === 'text' ? [c.text] : [])).join('\n\n') ?? '';
  const attach = async (): Promise<void> => {
    setAttaching(true);
    await attachResource(parts, serverKey, uri);
    setAttaching(false);
    parts.page.setState({ screen: 'chats' });
    showContext(parts);
  };
  return (
    <header className="preview-head">
      <div className="preview-words">
        <h2>
          <bdi>{resource ? resourceTitle(resource) : uri}</bdi>
        </h2>
        <p className="preview-source">
          <ExactText text={uri} /> <span className="muted">{t('chat.call.on', { server: serverKey })}</span>
        </p>
        {resource?.description ? <p className="preview-description">{resource.description}</p> : null}
        {list?.changed.includes(uri) ? (
          <p>
            <span className="badge wait">{t('resources.changed')}</span>
          </p>
        ) : list?.watched.includes(uri) ? (
          <p>
            <span className="badge live">{t('resources.watched')}</span>
          </p>
        ) : list?.unwatched.includes(uri) ? (
          <p>
            <span className="badge">{t('resources.unwatched')}</span>
          </p>
        ) : null}
      </div>
      <div className="preview-tools">
        {text ? <CopyButton text={text} label={t('resources.copy')} /> : null}
        <IconButton label={t('resources.again')} disabled={isBusy} onClick={onAgain}>
          <RefreshCw size={16} />
        </IconButton>
        <Button look="primary" disabled={!read || isAttaching} onClick={() => void attach()}>
          <Paperclip size={14} aria-hidden="true" /> {t(isAttaching ? 'resources.attaching' : 'resources.attach')}
        </Button>
      </div>
      <div className="preview-more">
        <ResourceFacts resource={resource} bytes={sizeOf(resource, read)} />
        <AlwaysSwitch serverKey={serverKey} uri={uri} />
      </div>
    </header>
  );
}
