import { useEffect, useState } from 'react';
import type { Icon } from '#shared/servers/icon.ts';
import { usePageParts, useTopics } from './ipc/hooks.ts';
import { IconTile } from './ui/IconTile.tsx';

interface ServerIconProps {
  readonly serverKey: string;
  /** The icon of a tool, where it has one of its own. */
  readonly toolName?: string;
  readonly size?: 'small' | 'normal' | 'large';
}

/** The icon of a server or of a tool of it, asked of main when it is first shown. */
export function ServerIcon({ serverKey, toolName, size = 'normal' }: ServerIconProps) {
  const { client } = usePageParts();
  const [found, setFound] = useState<{ readonly of: string; readonly icon: Icon }>();
  const server = useTopics((s) => s.servers.find((one) => one.key === serverKey));
  const hasOwn = toolName !== undefined && server?.tools.find((tool) => tool.name === toolName)?.hasIcon === true;
  const wanted = server?.state.status === 'ready' && (hasOwn || server.serverInfo?.hasIcon === true);
  const of = `${serverKey}\n${hasOwn ? toolName : ''}`;
  useEffect(() => {
    if (!wanted) return undefined;
    let isHere = true;
    client.request('server.icon', hasOwn ? { serverKey, toolName } : { serverKey }).then(
      (icon) => {
        if (isHere && icon) setFound({ of, icon });
      },
      () => undefined, // the server has just gone; the letter stays
    );
    return () => {
      isHere = false;
    };
  }, [client, serverKey, toolName, wanted, hasOwn, of]);
  return <IconTile name={serverKey} icon={wanted && found?.of === of ? found.icon : undefined} size={size} />;
}
