import { useState } from 'react';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { Settings } from '#shared/settings/settings.ts';
import { useT } from '../i18n.ts';
import { useAct, useTopics } from '../ipc/hooks.ts';
import { Choice, TextField } from '../ui/Field.tsx';
import { About } from './About.tsx';
import { Desktop } from './Desktop.tsx';
import { ModelsSection } from './models/ModelsSection.tsx';
import { Network } from './Network.tsx';
import { readNumber } from './numberField.ts';
import { Rules } from './Rules.tsx';
import { Secrets } from './Secrets.tsx';
import { ServersGroup } from './ServersGroup.tsx';
import { SettingsNav } from './SettingsNav.tsx';
import './Settings.css';
import './About.css';

/** Everything that can be chosen, what stands as a rule, and what this is. */
export function SettingsScreen() {
  const t = useT();
  return (
    <main className="screen settings-screen">
      <SettingsNav />
      <div className="screen-column settings">
        <header className="screen-head">
          <h1>{t('app.screen.settings')}</h1>
        </header>
        <Look />
        <ModelsSection />
        <Desktop />
        <Limits />
        <Network />
        <ServersGroup />
        <Rules />
        <Secrets />
        <About />
      </div>
    </main>
  );
}

function Look() {
  const t = useT();
  const act = useAct();
  const settings = useTopics((s) => s.settings);
  return (
    <section className="settings-group" aria-labelledby="settings-look">
      <h2 id="settings-look">{t('settings.look')}</h2>
      <div className="settings-row">
        <Choice
          label={t('settings.language')}
          value={settings.language}
          onChange={(language) => act('settings.change', { change: { language } })}
          options={[
            { value: 'system', label: t('settings.system') },
            { value: 'en', label: 'English' },
            { value: 'zh', label: '简体中文' },
          ]}
        />
        <Choice
          label={t('settings.theme')}
          value={settings.theme}
          onChange={(theme) => act('settings.change', { change: { theme } })}
          options={[
            { value: 'system', label: t('settings.system') },
            { value: 'light', label: t('settings.theme.light') },
            { value: 'dark', label: t('settings.theme.dark') },
          ]}
        />
      </div>
    </section>
  );
}

type NumberSetting = 'maxRounds' | 'callsPerMinute' | 'callTimeoutSeconds';
const numbers: readonly { readonly name: NumberSetting; readonly max: number; readonly label: MessageKey; readonly hint: MessageKey }[] = [
  { name: 'maxRounds', max: 500, label: 'settings.maxRounds', hint: 'settings.maxRounds.hint' },
  { name: 'callsPerMinute', max: 10_000, label: 'settings.callsPerMinute', hint: 'settings.callsPerMinute.hint' },
  { name: 'callTimeoutSeconds', max: 86_400, label: 'settings.callTimeout', hint: 'settings.callTimeout.hint' },
];

function Limits() {
  const t = useT();
  const settings = useTopics((s) => s.settings);
  return (
    <section className="settings-group" aria-labelledby="settings-limits">
      <h2 id="settings-limits">{t('settings.limits')}</h2>
      <div className="settings-numbers">
        {numbers.map((number) => (
          // A change made elsewhere begins the field anew.
          <NumberRow key={`${number.name}-${settings[number.name]}`} {...number} value={settings[number.name]} />
        ))}
      </div>
    </section>
  );
}

interface NumberRowProps {
  readonly name: keyof Settings & NumberSetting;
  readonly value: number;
  readonly max: number;
  readonly label: MessageKey;
  readonly hint: MessageKey;
}
/** Saved when the field is left or Enter is pressed, and only when it is a number that fits. */
function NumberRow({ name, value, max, label, hint }: NumberRowProps) {
  const t = useT();
  const act = useAct();
  const [text, setText] = useState(String(value));
  const number = readNumber(text, 1, max);
  const save = (): void => {
    if (number !== undefined && number !== value) act('settings.change', { change: { [name]: number } });
  };
  return (
    <div
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing && event.nativeEvent.keyCode !== 229) save();
      }}
    >
      <TextField
        label={t(label)}
        hint={t(hint)}
        value={text}
        onChange={setText}
        error={number === undefined ? t('settings.numberBad', { max }) : undefined}
      />
    </div>
  );
}
