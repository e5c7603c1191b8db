import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { type Locale, localeFor } from '#shared/i18n/fill.ts';
import { english, type Language, LanguageContext, loadLanguage, useT } from './i18n.ts';
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

/** The language whose words are there: after a change the one before, until the new one has been loaded; nothing at a start in Chinese. */
function useLanguage(wanted: Locale): Language | undefined {
  const [language, setLanguage] = useState(wanted === 'en' ? english : undefined);
  useEffect(() => {
    let isWanted = true;
    void loadLanguage(wanted)
      .catch(() => english) // a page that can't be read is worse than one in English
      .then((loaded) => isWanted && setLanguage(loaded));
    return () => void (isWanted = false);
  }, [wanted]);
  return language;
}

/** Writes language and theme where style sheets and assistive technology look for them. */
function Look({ children }: { readonly children: ReactNode }) {
  const language = useLanguage(useChosenLocale());
  const locale = language?.locale;
  const theme = useTopics((s) => s.settings.theme);
  useEffect(() => {
    if (locale) document.documentElement.lang = locale === 'zh' ? 'zh-CN' : 'en';
  }, [locale]);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  if (!language) return null;
  return (
    <LanguageContext value={language}>
      <Catch fallback={<PageFailed />}>{children}</Catch>
    </LanguageContext>
  );
}
