import { useEffect } from 'react';
import { secretsOf } from '#shared/secrets/secretUse.ts';
import { isStdio, type ServerEntry } from '#shared/servers/config.ts';
import type { Failure } from '#shared/ipc/failure.ts';
import { usePageParts, useRequest, useTopics } from '../ipc/hooks.ts';
import type { Keeping, KeptValue } from './keptValues.ts';

/** What a form of a server has to know of the vault; asks where secrets would be kept. `entry` is the server's as it stands, if it stands. */
export function useKeeping(serverKey: string | undefined, entry: ServerEntry | undefined): Keeping & { readonly isInMemory: boolean } {
  const { client } = usePageParts();
  const { names, keptIn } = useTopics((s) => s.secrets);
  const servers = useTopics((s) => s.servers);
  useEffect(() => {
    // A key store that can not be asked is taken for none: nothing is kept unless the person wants it.
    client.request('vault.kind', {}).catch(() => undefined);
  }, [client]);
  const others = servers.flatMap((server) => (server.key !== serverKey && server.entry ? secretsOf(server.entry) : []));
  const own = entry ? secretsOf(entry).filter((name) => !others.includes(name)) : [];
  const before = (entry && (isStdio(entry) ? entry.env : entry.headers)) ?? {};
  return { names, own, byDefault: keptIn === 'keychain', before, isInMemory: keptIn === 'memory' };
}

interface Saved {
  readonly key: string;
  readonly entry: ServerEntry;
  readonly secrets?: readonly KeptValue[];
}
interface SaveServer {
  /** True when all of it is saved; otherwise `failure` says why, and nothing that was typed is lost. */
  readonly save: (saved: Saved) => Promise<boolean>;
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
}

/** Saves a server: its secrets first, so that the entry never names one that is not there. */
export function useSaveServer(): SaveServer {
  const setting = useRequest('secret.set');
  const saving = useRequest('server.save');
  return {
    save: async ({ key, entry, secrets = [] }) => {
      for (const secret of secrets) if (!(await setting.run(secret))) return false;
      return (await saving.run({ key, entry })) !== undefined;
    },
    isBusy: setting.isBusy || saving.isBusy,
    failure: setting.failure ?? saving.failure,
  };
}
