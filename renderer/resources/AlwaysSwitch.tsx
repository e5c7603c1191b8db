import { choicesOf } from '#shared/resources/choices.ts';
import { useT } from '../i18n.ts';
import { useAct, useTopics } from '../ipc/hooks.ts';
import { SwitchRow } from '../ui/SwitchRow.tsx';

/** Whether a resource goes with each new message. */
export function AlwaysSwitch({ serverKey, uri }: { readonly serverKey: string; readonly uri: string }) {
  const t = useT();
  const act = useAct();
  const isOn = useTopics((s) => choicesOf(s.resourceChoices, serverKey).always.some((one) => one.uri === uri));
  return (
    <SwitchRow
      label={t('always.switch')}
      isOn={isOn}
      onChange={(on) => act('resource.setAlways', { serverKey, uri, on })}
      hint={t('always.what')}
    />
  );
}
