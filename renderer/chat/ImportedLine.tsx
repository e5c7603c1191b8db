import { useEffect, useState } from 'react';
import type { Output } from '#shared/ipc/contract.ts';
import { useLocale, useT } from '../i18n.ts';
import { failureOf } from '../ipc/client.ts';
import { usePageParts } from '../ipc/hooks.ts';
import { formatDate } from '../ui/dates.ts';
import { withCodes } from '../ui/hidden.ts';
import './ImportedLine.css';

/** Says once, at the head of a chat, that its words came from a file. Nothing for a chat that grew here. */
export function ImportedLine({ conversationId }: { readonly conversationId: string }) {
  const t = useT();
  const locale = useLocale();
  const { client } = usePageParts();
  const [origin, setOrigin] = useState<Output<'chat.origin'>>(null);
  useEffect(() => {
    let isGone = false;
    client.request('chat.origin', { conversationId }).then(
      (found) => isGone || setOrigin(found),
      (thrown: unknown) => void failureOf(thrown), // the chat may just have been deleted
    );
    return () => {
      isGone = true;
    };
  }, [client, conversationId]);
  if (!origin) return null;
  return (
    <p className="imported-line">
      {t('chatFile.origin', { date: formatDate(locale, origin.at, 'minute'), file: withCodes(origin.file) })}
      {origin.leftOut > 0 ? ` ${t('chatFile.origin.leftOut', { count: origin.leftOut })}` : ''}
    </p>
  );
}
