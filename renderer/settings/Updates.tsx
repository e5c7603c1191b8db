import { useState } from 'react';
import { feedUrl, type UpdateStatus } from '#shared/desktop/updates.ts';
import { type Translate, useT } from '../i18n.ts';
import { useAct, useRequest } from '../ipc/hooks.ts';
import { useWatched } from '../ipc/useWatched.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';

const topicKey = {};

/** Whether there is a newer Steward. Each step is a click of the person, and main asks before it matters. */
export function Updates() {
  const t = useT();
  const act = useAct();
  const { feed, status } = useWatched('updates', topicKey);
  const isBusy = status.kind === 'checking' || status.kind === 'downloading';
  return (
    <div className="updates" role="group" aria-label={t('updates.title')}>
      <h3>{t('updates.title')}</h3>
      <p role="status">{feed === '' && status.kind !== 'not-packaged' ? t('updates.off') : statusWords(t, status)}</p>
      <FeedField key={feed} feed={feed} />
      {feed === '' ? null : (
        <div className="about-actions">
          <Button disabled={isBusy} onClick={() => act('update.check', {})}>
            {t('updates.check')}
          </Button>
          {status.kind === 'available' ? (
            <Button look="primary" onClick={() => act('update.download', {})}>
              {t('updates.download', { version: status.version })}
            </Button>
          ) : null}
          {status.kind === 'downloaded' ? (
            <Button look="primary" onClick={() => act('update.install', {})}>
              {t('updates.install')}
            </Button>
          ) : null}
          <Button look="quiet" onClick={() => act('update.setFeed', { url: '' })}>
            {t('updates.feed.remove')}
          </Button>
        </div>
      )}
    </div>
  );
}

function statusWords(t: Translate, status: UpdateStatus): string {
  switch (status.kind) {
    case 'failed':
      return t(`updates.problem.${status.problem}`);
    case 'downloading':
      return t('updates.downloading', { version: status.version, percent: status.percent });
    case 'none':
    case 'available':
    case 'downloaded':
      return t(`updates.${status.kind}`, { version: status.version });
    default:
      return t(`updates.${status.kind}`);
  }
}

function FeedField({ feed }: { readonly feed: string }) {
  const t = useT();
  const [text, setText] = useState(feed);
  const set = useRequest('update.setFeed');
  const isFit = text.trim() === '' || feedUrl(text.trim(), true) !== undefined;
  const propose = (): void => {
    if (isFit && text.trim() !== '' && text.trim() !== feed) void set.run({ url: text });
  };
  return (
    <form
      className="updates-feed"
      onSubmit={(event) => {
        event.preventDefault();
        propose();
      }}
    >
      <TextField
        label={t('updates.feed')}
        hint={t('updates.feed.hint')}
        mono
        value={text}
        onChange={setText}
        placeholder="https://"
        error={isFit && set.failure === undefined ? undefined : t('updates.feed.bad')}
      />
      {text.trim() === feed ? null : (
        <Button disabled={!isFit || text.trim() === '' || set.isBusy} onClick={propose}>
          {t('updates.feed.save')}
        </Button>
      )}
    </form>
  );
}
