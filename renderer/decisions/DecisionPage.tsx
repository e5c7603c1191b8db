import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PendingDecisions } from '#shared/decision/decision.ts';
import { useT } from '../i18n.ts';
import { usePageParts, useTopics } from '../ipc/hooks.ts';
import { ExactText } from '../ui/Exact.tsx';
import { isPlainEscape, letterOf } from '../ui/keys.ts';
import { DecisionCard } from './DecisionCard.tsx';
import { nameOf } from './names.ts';
import { togetherBy } from './together.ts';
import { usePainted } from './usePainted.ts';
import './Decisions.css';
import './short.css';
import './Answers.css';

/** The decision surface: everything that waits for the person, oldest first, and nothing else. */
export function DecisionPage() {
  const t = useT();
  const decisions = useTopics((s) => s.decisions);
  const page = useRef<HTMLElement>(null);
  const [editing, setEditing] = useState<ReadonlySet<string>>(new Set());
  const onEditing = useCallback((id: string, isEditing: boolean) => {
    setEditing((before) => new Set(isEditing ? [...before, id] : [...before].filter((one) => one !== id)));
  }, []);
  const together = useMemo(() => togetherBy(decisions, editing), [decisions, editing]);
  usePainted(decisions);
  useWishedHeight(page);
  useKeyboard(decisions, page);
  return (
    <main className="decisions" ref={page}>
      <h1 className="sr-only">{t('decision.page')}</h1>
      {decisions.length > 1 ? <Overview decisions={decisions} /> : null}
      {decisions.map((decision) => (
        <DecisionCard key={decision.id} decision={decision} together={together.get(decision.id)} onEditing={onEditing} />
      ))}
    </main>
  );
}

const cardOf = (id: string): HTMLElement | null => document.querySelector(`[data-decision="${CSS.escape(id)}"]`);

/** How many wait, and a way to each. */
function Overview({ decisions }: { readonly decisions: PendingDecisions }) {
  const t = useT();
  return (
    <nav className="overview" aria-label={t('decision.waiting', { count: decisions.length })}>
      <span className="overview-count">{t('decision.waiting', { count: decisions.length })}</span>
      <ol className="plain">
        {decisions.map((decision) => (
          <li key={decision.id}>
            <button
              type="button"
              onClick={() => {
                const card = cardOf(decision.id);
                card?.scrollIntoView({ block: 'start' });
                card?.focus({ preventScroll: true });
              }}
            >
              <ExactText text={nameOf(t, decision)} />
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** More would hide the conversation that the question comes from; what is longer scrolls under its answers. */
const mostWished = 440;

/** Tells main how much room the cards would like. */
function useWishedHeight(page: RefObject<HTMLElement | null>): void {
  const { client } = usePageParts();
  useLayoutEffect(() => {
    if (!page.current) return undefined;
    const content = page.current;
    let told = -1;
    const tell = (): void => {
      const height = Math.min(mostWished, Math.ceil(content.getBoundingClientRect().height));
      if (height === told) return;
      told = height;
      client.request('surface.height', { height }).catch((cause: unknown) => console.warn('surface.height', cause));
    };
    const observer = new ResizeObserver(tell);
    observer.observe(content);
    return () => observer.disconnect();
  }, [client, page]);
}

/** Escape leaves; a shown letter decides for the card that has the focus, or the first. The caret is never taken from elsewhere. */
function useKeyboard(decisions: PendingDecisions, page: RefObject<HTMLElement | null>): void {
  const { client } = usePageParts();
  const focusFirst = useCallback(() => {
    if (!document.hasFocus() || document.activeElement !== document.body) return;
    page.current?.querySelector<HTMLElement>('[data-decision]')?.focus({ preventScroll: true });
  }, [page]);
  useEffect(focusFirst, [decisions, focusFirst]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      if (isPlainEscape(event)) {
        client.request('surface.leave', {}).catch((cause: unknown) => console.warn('surface.leave', cause));
        return;
      }
      const letter = letterOf(event);
      const target = event.target instanceof Element ? event.target : null;
      if (letter === undefined || target?.closest('input, textarea, select')) return;
      const card = target?.closest<HTMLElement>('[data-decision]') ?? page.current?.querySelector<HTMLElement>('[data-decision]');
      const button = card?.querySelector<HTMLButtonElement>(`button[aria-keyshortcuts="${letter.toUpperCase()}"]`);
      if (!button || button.disabled) return;
      event.preventDefault();
      button.click();
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener('focus', focusFirst);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('focus', focusFirst);
    };
  }, [client, page, focusFirst]);
}
