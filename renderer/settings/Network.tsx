import { useState } from 'react';
import { isClientMetadataUrl } from '#shared/servers/signIn.ts';
import { isProxyUrl } from '#shared/settings/settings.ts';
import { useT } from '../i18n.ts';
import { useAct, useTopics } from '../ipc/hooks.ts';
import { Choice, TextField } from '../ui/Field.tsx';

/** How servers elsewhere are reached: proxy, and one more certificate authority. */
export function Network() {
  const t = useT();
  const act = useAct();
  const { proxy, proxyUrl, extraCaFile, clientMetadataUrl } = useTopics((s) => s.settings);
  return (
    <section className="settings-group" aria-labelledby="settings-network">
      <h2 id="settings-network">{t('settings.network')}</h2>
      <p className="muted">{t('settings.network.what')}</p>
      <Choice
        label={t('settings.proxy')}
        value={proxy}
        onChange={(chosen) => act('settings.change', { change: { proxy: chosen } })}
        options={[
          { value: 'system', label: t('settings.proxy.system') },
          { value: 'none', label: t('settings.proxy.none') },
          { value: 'manual', label: t('settings.proxy.manual') },
        ]}
      />
      {proxy === 'manual' ? (
        // A change made elsewhere begins the field anew.
        <SavedText
          key={`proxy-${proxyUrl}`}
          label={t('settings.proxyUrl')}
          hint={t('settings.proxyUrl.hint')}
          bad={t('settings.proxyUrl.bad')}
          value={proxyUrl}
          fits={isProxyUrl}
          onSave={(text) => act('settings.change', { change: { proxyUrl: text } })}
        />
      ) : null}
      <SavedText
        key={`ca-${extraCaFile}`}
        label={t('settings.extraCa')}
        hint={t('settings.extraCa.hint')}
        bad={t('settings.extraCa.bad')}
        value={extraCaFile}
        fits={(text) => text === '' || /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(text)}
        onSave={(text) => act('settings.change', { change: { extraCaFile: text } })}
      />
      <SavedText
        key={`client-${clientMetadataUrl}`}
        label={t('settings.clientMetadata')}
        hint={t('settings.clientMetadata.hint')}
        bad={t('settings.clientMetadata.bad')}
        value={clientMetadataUrl}
        fits={isClientMetadataUrl}
        onSave={(text) => act('settings.change', { change: { clientMetadataUrl: text } })}
      />
    </section>
  );
}

interface SavedTextProps {
  readonly label: string;
  readonly hint: string;
  readonly bad: string;
  readonly value: string;
  readonly fits: (text: string) => boolean;
  readonly onSave: (text: string) => void;
}
/** Saved when the field is left or Enter is pressed, and only when it fits. */
function SavedText({ label, hint, bad, value, fits, onSave }: SavedTextProps) {
  const [text, setText] = useState(value);
  const isFit = fits(text.trim());
  const save = (): void => {
    if (isFit && text.trim() !== value) onSave(text.trim());
  };
  return (
    <div
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing && event.nativeEvent.keyCode !== 229) save();
      }}
    >
      <TextField label={label} hint={hint} value={text} onChange={setText} error={isFit ? undefined : bad} mono />
    </div>
  );
}
