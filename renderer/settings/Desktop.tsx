import { useT } from '../i18n.ts';
import { useAct, useTopics } from '../ipc/hooks.ts';
import { SwitchRow } from '../ui/SwitchRow.tsx';

const switches = ['notifyDecisions', 'notifyFinished', 'closeToTray'] as const;

/** What Steward does outside its window. */
export function Desktop() {
  const t = useT();
  const act = useAct();
  const settings = useTopics((s) => s.settings);
  return (
    <section className="settings-group" aria-labelledby="settings-desktop">
      <h2 id="settings-desktop">{t('settings.desktop')}</h2>
      {switches.map((name) => (
        <SwitchRow
          key={name}
          label={t(`settings.${name}`)}
          hint={t(`settings.${name}.hint`)}
          isOn={settings[name]}
          onChange={(isOn) => act('settings.change', { change: { [name]: isOn } })}
        />
      ))}
    </section>
  );
}
