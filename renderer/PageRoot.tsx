import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { type Locale, localeFor } from '#shared/i18n/translate.ts';
import { LocaleContext, useT } from './i18n.ts';
import { PageContext, type PageParts, useTopics } from './ipc/hooks.ts';
import { Button } from './ui/Button.tsx';
import { Catch } from './ui/Catch.tsx';

/** What both pages stand on: the parts, the language and the theme. */
export function PageRoot({ parts, children }: { readonly parts: PageParts; readonly children: ReactNode }) {
  return (
    <PageContext value={parts}>
      <Look>{children}</Look>
    </PageContext>
  );
}

/** What is left to do when a whole page could not be drawn. Nothing is decided by it, and main goes on. */
function PageFailed() {
  const t = useT();
  return (
    <main className="page-failed" role="alert">
      <p>{t('page.failed')}</p>
      <Button look="primary" onClick={() => location.reload()}>
        {t('page.reload')}
      </Button>
    </main>
  );
}

const onLanguages = (listener: () => void): (() => void) => {
  window.addEventListener('languagechange', listener);
  return () => window.removeEventListener('languagechange', listener);
};

/** The person's choice, or the system's. */
function useChosenLocale(): Locale {
  const choice = useTopics((s) => s.settings.language);
  // As text, because the list may be another one each time it is read.
  const languages = useSyncExternalStore(onLanguages, () => navigator.languages.join());
  return localeFor(choice, languages.split(','));
}

/** Writes language and theme where style sheets and assistive technology look for them. */
function Look({ children }: { readonly children: ReactNode }) {
  const locale = useChosenLocale();
  const theme = useTopics((s) => s.settings.theme);
  useEffect(() => {
    document.documentElement.lang = locale === 'zh' ? 'zh-CN' : 'en';
  }, [locale]);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  return (
    <LocaleContext value={locale}>
      <Catch fallback={<PageFailed />}>{children}</Catch>
    </LocaleContext>
  );
}
