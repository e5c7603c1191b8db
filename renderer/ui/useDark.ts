import { useSyncExternalStore } from 'react';

/** Whether the page is shown dark now: the person's choice, or the system's where there is none. */
export function useDark(): boolean {
  return useSyncExternalStore(onTheme, isDark);
}

const query = '(prefers-color-scheme: dark)';
function isDark(): boolean {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === undefined ? window.matchMedia(query).matches : chosen === 'dark';
}
function onTheme(listener: () => void): () => void {
  const media = window.matchMedia(query);
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  media.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    media.removeEventListener('change', listener);
  };
}
