import { useId } from 'react';
import { eraChoices } from '#shared/servers/eraPin.ts';
import type { ServerView } from '#shared/servers/status.ts';
import { useT } from '../i18n.ts';
import { useRequest } from '../ipc/hooks.ts';
import './ProtocolSection.css';

/** Which version of the protocol a server is spoken to in: found out at each start, unless the person says otherwise. */
export function EraPin({ server: { key, entry, pin } }: { readonly server: ServerView }) {
  const t = useT();
  const id = useId();
  const { run, isBusy, failure } = useRequest('server.setEraPin');
  if (!entry) return null;
  return (
    <div className="era-pin">
      <label htmlFor={id}>{t('era.label')}</label>
      <select
        id={id}
        className="input"
        aria-describedby={`${id}-what`}
        value={pin ?? 'automatic'}
        disabled={isBusy}
        onChange={({ target }) => {
          const choice = eraChoices.find((one) => one === target.value);
          if (choice) void run({ serverKey: key, choice });
        }}
      >
        {eraChoices.map((choice) => (
          <option key={choice} value={choice}>
            {t(`era.${choice}`)}
          </option>
        ))}
      </select>
      <p id={`${id}-what`} className="field-hint">
        {t('era.what')}
      </p>
      {failure ? (
        <p className="form-failure" role="alert">
          {t(`failure.${failure.code}`)}
        </p>
      ) : null}
    </div>
  );
}
