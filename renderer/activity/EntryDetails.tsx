import { Fragment, type ReactNode } from 'react';
import type { ChainedEntry, JournalEntry } from '#shared/journal/journal.ts';
import { type Translate, useT } from '../i18n.ts';
import { usePageParts } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { ExactJson } from '../ui/Exact.tsx';
import { formatBytes, formatDuration } from '../ui/format.ts';

/** All that an entry holds, its place in the chain, and the way to its turn. */
export function EntryDetails({ chained }: { readonly chained: ChainedEntry }) {
  const t = useT();
  const { page } = usePageParts();
  const { entry, hash, previous } = chained;
  const { conversationId, turnId } = entry;
  return (
    <div className="entry">
      <dl className="facts entry-facts">
        {[...factsOf(t, entry), ...chainOf(t, entry, hash, previous)].map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <div className="entry-deeds">
        {conversationId !== undefined && turnId !== undefined ? (
          <Button size="small" onClick={() => page.setState({ lens: { conversationId, turnId } })}>
            {t('activity.turn')}
          </Button>
        ) : null}
        <CopyButton text={JSON.stringify(chained)} label={t('activity.copy')} />
      </div>
    </div>
  );
}

type Fact = readonly [name: string, value: ReactNode];

function factsOf(t: Translate, entry: JournalEntry): Fact[] {
  const facts: Fact[] = [];
  if (entry.arguments) {
    const { preview, digest, bytes } = entry.arguments;
    facts.push([
      t('activity.arguments'),
      <span key="arguments" className="entry-print">
        {preview ? <ExactJson text={preview} /> : null}
        <span className="technical muted">
          {formatBytes(bytes)} · {t('activity.digest')} {digest}
        </span>
      </span>,
    ]);
  }
  if (entry.result) {
    facts.push([
      t('activity.result'),
      <span key="result" className="entry-print">
        <span>{t('activity.notKept', { size: formatBytes(entry.result.bytes) })}</span>
        <span className="technical muted">
          {t('activity.digest')} {entry.result.digest}
        </span>
      </span>,
    ]);
  }
  if (entry.askedAt !== undefined) facts.push([t('activity.waited'), formatDuration(t, entry.at - entry.askedAt)]);
  if (entry.ms !== undefined) facts.push([t('activity.took'), formatDuration(t, entry.ms)]);
  if (entry.ruleId !== undefined) facts.push([t('activity.rule'), mono(entry.ruleId)]);
  if (entry.details && Object.keys(entry.details).length > 0)
    facts.push([t('activity.details'), <ExactJson key="details" text={JSON.stringify(entry.details)} />]);
  return facts;
}

function chainOf(t: Translate, entry: JournalEntry, hash: string, previous: string): Fact[] {
  const { decisionId, callId, turnId, conversationId } = entry;
  const ids = Object.entries({ decisionId, callId, turnId, conversationId }).filter(([, id]) => id !== undefined);
  return [
    ...(ids.length > 0 ? [[t('activity.ids'), mono(ids.map(([name, id]) => `${name} ${id}`).join('\n'))] as const] : []),
    [t('activity.entry'), `#${entry.seq}`],
    [t('activity.hash'), mono(hash)],
    [t('activity.previous'), mono(previous)],
  ];
}

const mono = (text: string) => <span className="technical">{text}</span>;
