import { useMemo } from 'react';
import { adviseOnTool } from '#shared/servers/schemaAdvice.ts';
import type { ServerView, ToolView } from '#shared/servers/status.ts';
import { counted, useT } from '../i18n.ts';
import { useAct, usePageParts } from '../ipc/hooks.ts';
import { ServerIcon } from '../ServerIcon.tsx';
import type { ServerPlace } from '../store.ts';
import { ExactText } from '../ui/Exact.tsx';
import { Switch } from '../ui/Switch.tsx';
import { ToolPage } from './ToolPage.tsx';

/** The tools of a server with their switches, or one of them in full. */
export function ToolsTab({ server, place }: { readonly server: ServerView; readonly place: ServerPlace }) {
  const t = useT();
  const tool = server.tools.find((one) => one.name === place.tool);
  if (tool)
    return <ToolPage key={`${tool.name} ${place.argumentsText ?? ''}`} server={server} tool={tool} argumentsText={place.argumentsText} />;
  if (server.tools.length === 0) return <p className="muted">{t('serverPage.tools.none')}</p>;
  return (
    <>
      <p className="muted">{t('serverPage.tools.what')}</p>
      <ul className="plain tool-rows" aria-label={t('serverPage.tools')}>
        {server.tools.map((one) => (
          <ToolRow key={one.name} serverKey={server.key} tool={one} />
        ))}
      </ul>
    </>
  );
}

function ToolRow({ serverKey, tool }: { readonly serverKey: string; readonly tool: ToolView }) {
  const t = useT();
  const { page } = usePageParts();
  const advice = useMemo(() => adviseOnTool(JSON.parse(tool.raw)), [tool.raw]);
  return (
    <li className={tool.enabled ? 'tool-row' : 'tool-row off'}>
      <ToolSwitch serverKey={serverKey} tool={tool} />
      <button
        type="button"
        className="tool-open"
        onClick={() => page.setState({ serverPlace: { key: serverKey, tab: 'tools', tool: tool.name } })}
      >
        <span className="tool-line">
          {tool.hasIcon ? <ServerIcon serverKey={serverKey} toolName={tool.name} size="small" /> : null}
          <ExactText text={tool.name} />
          <ToolBadges tool={tool} />
          {advice.length > 0 ? (
            <span className="badge">{t(counted(advice.length, 'advice.count.one', 'advice.count.many'), { count: advice.length })}</span>
          ) : null}
        </span>
        <span className="tool-description">{tool.description}</span>
      </button>
    </li>
  );
}

/** Switches one tool; off means that no model is told of it and nobody can call it. */
export function ToolSwitch({ serverKey, tool }: { readonly serverKey: string; readonly tool: ToolView }) {
  const t = useT();
  const act = useAct();
  return (
    <Switch
      label={t('serverPage.tool.switch', { tool: tool.name })}
      isOn={tool.enabled}
      onChange={(enabled) => act('server.setToolEnabled', { serverKey, toolName: tool.name, enabled })}
    />
  );
}

/** Why a tool can't be used now, if it can't. */
export function ToolBadges({ tool }: { readonly tool: ToolView }) {
  const t = useT();
  return (
    <>
      {tool.accepted ? null : <span className="badge wait">{t('servers.tool.notAccepted')}</span>}
      {tool.unusable === undefined ? null : <span className="badge bad">{t('servers.tool.unusable')}</span>}
      {tool.enabled ? null : <span className="badge">{t('serverPage.tool.off')}</span>}
    </>
  );
}
