import { useEffect, useState } from 'react';
import { useT } from '../i18n.ts';
import { failureOf } from '../ipc/client.ts';
import { usePageParts } from '../ipc/hooks.ts';

interface ServerChoiceProps {
  readonly value: string;
  /** How many entries there are: more of them may speak of more servers. */
  readonly count: number;
  readonly onChange: (serverKey: string) => void;
}

/** Every server that the journal speaks of, those that are gone too. */
export function ServerChoice({ value, count, onChange }: ServerChoiceProps) {
  const t = useT();
  const { client } = usePageParts();
  const [servers, setServers] = useState<readonly string[]>([]);
  useEffect(() => {
    let isWanted = count >= 0;
    client.request('journal.servers', {}).then(
      (keys) => isWanted && setServers(keys),
      (thrown: unknown) => failureOf(thrown),
    );
    return () => {
      isWanted = false;
    };
  }, [client, count]);
  return (
    <select
      className="input activity-server"
      aria-label={t('activity.server')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{t('activity.server.all')}</option>
      {servers.map((key) => (
        <option key={key} value={key}>
          {key}
        </option>
      ))}
    </select>
  );
}
