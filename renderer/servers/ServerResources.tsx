import { X } from 'lucide-react';
import { choicesOf } from '#shared/resources/choices.ts';
import { useT } from '../i18n.ts';
import { useAct, useTopics } from '../ipc/hooks.ts';
import { IconButton } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { SwitchRow } from '../ui/SwitchRow.tsx';

/** What may be done with the resources of this server without asking the person to read each one. */
export function ServerResources({ serverKey }: { readonly serverKey: string }) {
  const t = useT();
  const act = useAct();
  const all = useTopics((s) => s.resourceChoices);
  const { modelReads, autoUpdate, always } = choicesOf(all, serverKey);
  return (
    <section className="server-section permissions" aria-labelledby="server-resources">
      <h2 id="server-resources">{t('resourceUse.title')}</h2>
      <SwitchRow
        label={t('resourceUse.modelReads')}
        isOn={modelReads}
        onChange={(on) => act('resource.setModelReads', { serverKey, on })}
        hint={t('resourceUse.modelReads.what')}
      />
      <SwitchRow
        label={t('resourceUse.autoUpdate')}
        isOn={autoUpdate}
        onChange={(on) => act('resource.setAutoUpdate', { serverKey, on })}
        hint={t('resourceUse.autoUpdate.what')}
      />
      {always.length === 0 ? null : (
        <div className="permissions-folders">
          <h3>{t('resourceUse.always')}</h3>
          <ul className="plain">
            {always.map(({ uri, title }) => (
              <li key={uri} className="permissions-folder">
                <span className="permissions-path">
                  <bdi>{title}</bdi> <ExactText text={uri} />
                </span>
                <IconButton label={t('always.remove', { title })} onClick={() => act('resource.setAlways', { serverKey, uri, on: false })}>
                  <X size={14} />
                </IconButton>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
