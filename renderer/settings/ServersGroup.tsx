import { useT } from '../i18n.ts';
import { useAct, useTopics } from '../ipc/hooks.ts';
import { Choice } from '../ui/Field.tsx';
import { SwitchRow } from '../ui/SwitchRow.tsx';

/** Offered besides whatever a settings row may hold. */
const offered = [0, 30, 60, 300] as const;

/** How servers are looked after: health checks, and ids for their own traces. */
export function ServersGroup() {
  const t = useT();
  const act = useAct();
  const { healthCheckSeconds, traceContext } = useTopics((s) => s.settings);
  return (
    <section className="settings-group" aria-labelledby="settings-servers">
      <h2 id="settings-servers">{t('settings.servers')}</h2>
      <Choice
        label={t('settings.health')}
        value={String(healthCheckSeconds)}
        onChange={(seconds) => act('settings.change', { change: { healthCheckSeconds: Number(seconds) } })}
        options={offered.map((seconds) => ({
          value: String(seconds),
          label: t(seconds === 0 ? 'settings.health.off' : `settings.health.${seconds}`),
        }))}
      />
      <p className="field-hint">{t('settings.health.hint')}</p>
      <SwitchRow
        label={t('settings.trace')}
        hint={t('settings.trace.hint')}
        isOn={traceContext}
        onChange={(isOn) => act('settings.change', { change: { traceContext: isOn } })}
      />
    </section>
  );
}
