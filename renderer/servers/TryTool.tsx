import { Play } from 'lucide-react';
import { useState } from 'react';
import { callsOf, isOpen } from '#shared/conversation/state.ts';
import { playgroundChat } from '#shared/servers/playground.ts';
import type { ToolView } from '#shared/servers/status.ts';
import { useT } from '../i18n.ts';
import { useAct, useRequest, useTopics } from '../ipc/hooks.ts';
import { useLoadMedia, useReadLink } from '../loadMedia.ts';
import { Button } from '../ui/Button.tsx';
import { Choice, TextField } from '../ui/Field.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';
import { type Schema, startValue } from '../ui/schemaFields.ts';
import { ServerIcon } from '../ServerIcon.tsx';
import { ToolCallCard } from '../ui/ToolCallCard.tsx';

interface TryToolProps {
  readonly serverKey: string;
  readonly tool: ToolView;
  readonly argumentsText: string | undefined;
}

/** Runs a tool by hand, with a form or with JSON; a decision is asked as for a model's call. The text is what is run. */
export function TryTool({ serverKey, tool, argumentsText }: TryToolProps) {
  const t = useT();
  const schema = schemaOf(tool);
  const [text, setText] = useState(() => argumentsText ?? JSON.stringify(startValue({ type: 'object', ...schema }, schema, true) ?? {}));
  const value = parsed(text);
  const isForm = typeof value === 'object' && value !== null && !Array.isArray(value);
  const [view, setView] = useState<'form' | 'json'>(isForm ? 'form' : 'json');
  const { run, isBusy, failure } = useRequest('tool.run');
  const canRun = tool.enabled && tool.accepted && tool.unusable === undefined;
  return (
    <section className="server-section" aria-labelledby="tool-try">
      <div className="server-section-head">
        <h2 id="tool-try">{t('serverPage.try')}</h2>
        <Choice
          label={t('serverPage.try.view')}
          isLabelHidden
          value={view}
          onChange={setView}
          options={[
            { value: 'form', label: t('serverPage.edit.form') },
            { value: 'json', label: 'JSON' },
          ]}
        />
      </div>
      {view === 'form' && isForm ? (
        <SchemaForm schema={schema} value={value} onChange={(next) => setText(JSON.stringify(next))} />
      ) : (
        <TextField
          label={t('serverPage.try.arguments')}
          value={text}
          onChange={setText}
          rows={6}
          mono
          error={isForm ? undefined : t('serverPage.try.notObject')}
        />
      )}
      <div className="try-actions">
        <Button
          look="primary"
          disabled={isBusy || !canRun}
          onClick={() => void run({ serverKey, toolName: tool.name, argumentsText: text })}
        >
          <Play size={14} aria-hidden="true" /> {t('serverPage.try.run')}
        </Button>
        <p className="muted">{t(canRun ? 'serverPage.try.what' : 'serverPage.try.cannot')}</p>
      </div>
      {failure ? (
        <p className="form-failure" role="alert">
          {t(`failure.${failure.code}`)}
        </p>
      ) : null}
      <Runs serverKey={serverKey} toolName={tool.name} />
    </section>
  );
}

/** What came of the runs of this tool, the latest first. */
function Runs({ serverKey, toolName }: { readonly serverKey: string; readonly toolName: string }) {
  const t = useT();
  const act = useAct();
  const load = useLoadMedia(playgroundChat);
  const readLink = useReadLink();
  const turns = useTopics((s) => s.playground.turns);
  const runs = turns.flatMap((turn) =>
    callsOf(turn)
      .filter((call) => call.serverKey === serverKey && call.toolName === toolName)
      .map((call) => ({ turnId: turn.id, call })),
  );
  if (runs.length === 0) return null;
  return (
    <div className="runs" role="log" aria-label={t('serverPage.try.runs')}>
      {runs.toReversed().map(({ turnId, call }) => (
        <div key={call.id} className="run">
          <ToolCallCard call={call} onEnd={() => act('tool.stop', { turnId })} load={load} readLink={readLink} Icon={ServerIcon} />
          {isOpen(call) && call.status !== 'running' ? (
            <Button size="small" look="quiet" onClick={() => act('tool.stop', { turnId })}>
              {t('serverPage.try.withdraw')}
            </Button>
          ) : null}
        </div>
      ))}
    </div>
  );
}

function schemaOf(tool: ToolView): Schema {
  const definition = JSON.parse(tool.raw) as { readonly inputSchema?: Schema };
  return definition.inputSchema ?? {};
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // being written
  }
}
