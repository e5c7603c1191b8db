import { ArrowLeft } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { Output } from '#shared/ipc/contract.ts';
import { annotationsOf } from '#shared/servers/annotations.ts';
import { type Advice, adviseOnTool } from '#shared/servers/schemaAdvice.ts';
import type { ServerView, ToolView } from '#shared/servers/status.ts';
import { counted, useT } from '../i18n.ts';
import { failureOf } from '../ipc/client.ts';
import { usePageParts } from '../ipc/hooks.ts';
import { IconButton } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { Field } from '../ui/Field.tsx';
import { JsonViews } from '../ui/JsonViews.tsx';
import { reasonInWords } from '../ui/reasonWords.ts';
import { ToolBadges, ToolSwitch } from './ToolsTab.tsx';
import { TryTool } from './TryTool.tsx';

interface ToolPageProps {
  readonly server: ServerView;
  readonly tool: ToolView;
  /** What to try it with, when it was opened from a call. */
  readonly argumentsText: string | undefined;
}

/** One tool in the three layers of testing: run it by hand, see what models are told of it, see what would help them. */
export function ToolPage({ server, tool, argumentsText }: ToolPageProps) {
  const t = useT();
  const { page } = usePageParts();
  const { key } = server;
  return (
    <div className="tool-page">
      <header className="tool-page-head">
        <IconButton label={t('serverPage.tool.back')} onClick={() => page.setState({ serverPlace: { key, tab: 'tools' } })}>
          <ArrowLeft size={16} />
        </IconButton>
        <h2>
          <ExactText text={tool.name} />
        </h2>
        <ToolBadges tool={tool} />
        <ToolSwitch serverKey={key} tool={tool} />
      </header>
      {tool.description ? (
        <p className="tool-says">
          <ExactText text={tool.description} lineBreaks="layout" />
        </p>
      ) : null}
      <Annotations tool={tool} />
      {tool.unusable === undefined ? null : <p className="server-problem technical">{reasonInWords(t, tool.unusable)}</p>}
      <TryTool serverKey={key} tool={tool} argumentsText={argumentsText} />
      <Advices tool={tool} />
      <Definitions serverKey={key} tool={tool} />
    </div>
  );
}

/** The server's own word on its tool, marked as that. */
function Annotations({ tool }: { readonly tool: ToolView }) {
  const t = useT();
  const said = useMemo(() => annotationsOf(tool.raw), [tool.raw]);
  if (said.length === 0) return null;
  return (
    <p className="muted small" title={t('tool.says.what')}>
      {t('tool.says')}: {said.map((one) => t(`tool.says.${one}`)).join(' · ')}
    </p>
  );
}

function Advices({ tool }: { readonly tool: ToolView }) {
  const t = useT();
  const advice = useMemo(() => adviseOnTool(JSON.parse(tool.raw)), [tool.raw]);
  return (
    <section className="server-section" aria-labelledby="tool-advice">
      <h2 id="tool-advice">{t('advice')}</h2>
      <p className="muted">
        {advice.length === 0
          ? t('advice.none')
          : t(counted(advice.length, 'advice.what.one', 'advice.what.many'), { count: advice.length })}
      </p>
      {advice.length > 0 ? (
        <ul className="plain advice-list">
          {advice.map((one) => (
            <AdviceLine key={`${one.code}${one.pointer}${JSON.stringify(one.words)}`} advice={one} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function AdviceLine({ advice: { code, pointer, words } }: { readonly advice: Advice }) {
  const t = useT();
  return (
    <li>
      <p>{t(`advice.${code}`, words)}</p>
      <p className="technical muted">
        <ExactText text={pointer} />
      </p>
    </li>
  );
}

type Definition = Output<'tool.definitions'>[number];
/** What the server sent, and what becomes of it for each kind of model. */
function Definitions({ serverKey, tool }: { readonly serverKey: string; readonly tool: ToolView }) {
  const t = useT();
  const { client } = usePageParts();
  const [definitions, setDefinitions] = useState<readonly Definition[]>([]);
  const [view, setView] = useState('');
  useEffect(() => {
    client.request('tool.definitions', { serverKey, toolName: tool.name }).then(setDefinitions, (thrown: unknown) => {
      setDefinitions([]);
      return failureOf(thrown);
    });
  }, [client, serverKey, tool.name, tool.digest]);
  const shown = definitions.find((one) => one.profile === view);
  return (
    <section className="server-section" aria-labelledby="tool-definition">
      <h2 id="tool-definition">{t('serverPage.definition')}</h2>
      <Field label={t('serverPage.definition.for')}>
        {(ids) => (
          <select {...ids} className="input" value={view} onChange={(event) => setView(event.target.value)}>
            <option value="">{t('serverPage.definition.raw')}</option>
            {definitions.map(({ profile }) => (
              <option key={profile} value={profile}>
                {profile}
              </option>
            ))}
          </select>
        )}
      </Field>
      <p className="muted">{t(shown ? 'serverPage.definition.model.what' : 'serverPage.definition.raw.what')}</p>
      <JsonViews
        title={shown ? shown.name : tool.name}
        text={shown ? functionText(shown) : compact(tool.raw)}
        copyLabel={t('servers.tool.copy')}
      />
    </section>
  );
}
const functionText = ({ shape, name, description, parameters }: Definition): string =>
  JSON.stringify(
    shape === 'anthropic'
      ? { name, description, input_schema: parameters }
      : { type: 'function', function: { name, description, parameters } },
  );
const compact = (text: string): string => JSON.stringify(JSON.parse(text));
