import { useEffect, useRef } from 'react';
import { keyCaps } from '#shared/commands/accelerator.ts';
import { commandGroups, commands, keyPlaces, placeKeys } from '#shared/commands/commands.ts';
import { isMac } from '../commands/platform.ts';
import { useT } from '../i18n.ts';
import { usePage, usePageParts } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import './ShortcutSheet.css';

interface Row {
  readonly words: string;
  /** Each a way to do it. */
  readonly accelerators: readonly string[];
}

/** Every key that does something, by where it does it. It is made of the same table as the menu. */
export function ShortcutSheet() {
  const isOpen = usePage((s) => s.sheetOpen);
  const { page } = usePageParts();
  return isOpen ? <Sheet onClose={() => page.setState({ sheetOpen: false })} /> : null;
}

function Sheet({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('.dialog-actions button')?.focus(), []);
  return (
    <div className="shortcuts" ref={box}>
      <Dialog
        title={t('keys.title')}
        onClose={onClose}
        actions={
          <Button look="primary" onClick={onClose}>
            {t('keys.close')}
          </Button>
        }
      >
        <div className="shortcuts-groups" tabIndex={0} role="group" aria-label={t('keys.title')}>
          {commandGroups.map((group) => (
            <Group
              key={group}
              title={t(`commands.group.${group}`)}
              rows={commands.flatMap((command) =>
                command.group === group && command.accelerators.length > 0 && !('isForDevelopers' in command)
                  ? [{ words: t(command.title), accelerators: command.accelerators }]
                  : [],
              )}
            />
          ))}
          {keyPlaces.map((place) => (
            <Group
              key={place}
              title={t(`keys.place.${place}`)}
              rows={placeKeys.flatMap((one) => (one.place === place ? [{ words: t(one.title), accelerators: one.keys }] : []))}
              {...(place === 'decisions' ? { note: t('keys.letters') } : {})}
            />
          ))}
        </div>
      </Dialog>
    </div>
  );
}

function Group({ title, rows, note }: { readonly title: string; readonly rows: readonly Row[]; readonly note?: string }) {
  const t = useT();
  const mac = isMac();
  return (
    <section className="shortcuts-group">
      <h3>{title}</h3>
      <dl>
        {rows.map(({ words, accelerators }) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>
              {accelerators.map((accelerator, at) => (
                <span key={accelerator} className="shortcut">
                  {at > 0 ? <span className="muted">{t('keys.or')}</span> : null}
                  {keyCaps(accelerator, mac).map((cap) => (
                    <kbd key={cap}>{cap}</kbd>
                  ))}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {note === undefined ? null : <p className="muted small">{note}</p>}
    </section>
  );
}
