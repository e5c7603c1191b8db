import type { ToolCall } from '#shared/conversation/state.ts';
import { useT } from '../i18n.ts';
import './CallAsks.css';

/** What the server asked for while the call ran, and how it was answered: names of fields, never what was filled in. */
export function CallAsks({ asks }: { readonly asks: NonNullable<ToolCall['asks']> }) {
  const t = useT();
  return (
    <ul className="plain call-asks" aria-label={t('chat.asks')}>
      {asks.map((ask) => (
        <li key={ask.id}>
          {t(`chat.ask.${ask.kind}`, { round: ask.round })}
          {ask.fields && ask.fields.length > 0 ? <span className="call-ask-what">: {ask.fields.join(', ')}</span> : null}
          {ask.host === undefined ? null : <span className="call-ask-what">: {ask.host}</span>}
          {' · '}
          <span className={ask.answer === undefined ? 'call-ask-open' : ''}>{t(`chat.ask.${ask.answer ?? 'open'}`)}</span>
        </li>
      ))}
    </ul>
  );
}
