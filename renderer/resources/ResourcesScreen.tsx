import { useT } from '../i18n.ts';

/** What will be here, said plainly: this version has none of it yet. */
export function ResourcesScreen() {
  const t = useT();
  return (
    <main className="screen">
      <div className="screen-column">
        <header className="screen-head">
          <h1>{t('app.screen.resources')}</h1>
          <p>{t('app.resources.what')}</p>
        </header>
        <section className="empty-note">
          <h2>{t('app.resources.empty')}</h2>
          <p>{t('app.resources.later')}</p>
        </section>
      </div>
    </main>
  );
}
