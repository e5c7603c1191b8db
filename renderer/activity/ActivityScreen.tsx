import { useT } from '../i18n.ts';

/** What will be here, said plainly: this version has none of it yet. */
export function ActivityScreen() {
  const t = useT();
  return (
    <main className="screen">
      <div className="screen-column">
        <header className="screen-head">
          <h1>{t('app.screen.activity')}</h1>
          <p>{t('app.activity.what')}</p>
        </header>
        <section className="empty-note">
          <h2>{t('app.activity.empty')}</h2>
          <p>{t('app.activity.later')}</p>
        </section>
      </div>
    </main>
  );
}
