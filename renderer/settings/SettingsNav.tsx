import type { MessageKey } from '#shared/i18n/translate.ts';
import { useT } from '../i18n.ts';

/** The sections in their order; each heading has the id `settings-NAME`. */
const sections = [
  ['look', 'settings.look'],
  ['models', 'models.title'],
  ['desktop', 'settings.desktop'],
  ['limits', 'settings.limits'],
  ['network', 'settings.network'],
  ['servers', 'settings.servers'],
  ['rules', 'settings.rules'],
  ['secrets', 'secrets.title'],
  ['about', 'settings.about'],
] as const satisfies readonly (readonly [string, MessageKey])[];

/** The way to a section of a long page: a click brings its heading to the top and gives it the focus. */
export function SettingsNav() {
  const t = useT();
  return (
    <nav className="settings-nav" aria-label={t('settings.sections')}>
      {sections.map(([name, title]) => (
        <a
          key={name}
          href={`#settings-${name}`}
          onClick={(event) => {
            // The page never leaves its address: main would not know it any more.
            event.preventDefault();
            const heading = document.getElementById(`settings-${name}`);
            heading?.scrollIntoView({ block: 'start' });
            heading?.setAttribute('tabindex', '-1');
            heading?.focus({ preventScroll: true });
          }}
        >
          {t(title)}
        </a>
      ))}
    </nav>
  );
}
