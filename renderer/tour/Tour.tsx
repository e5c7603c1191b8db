import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { callsOf } from '#shared/conversation/state.ts';
import { useT } from '../i18n.ts';
import { usePage, usePageParts, useTopics } from '../ipc/hooks.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { followFacts, neighbour, placeOf, screenOf, type TourFacts, type TourStep } from './steps.ts';
import './Tour.css';

interface TourProps {
  /** Asks the first question for the person, as a click on the example would. */
  readonly onAsk: () => void;
}

/** The tour: a card beside what it speaks of. It blocks nothing, follows what really happens, and ends with Escape. */
export function Tour({ onAsk }: TourProps) {
  const step = usePage((s) => s.tour);
  return step === null ? null : <TourCard step={step} onAsk={onAsk} />;
}

function TourCard({ step, onAsk }: TourProps & { readonly step: TourStep }) {
  const t = useT();
  const id = useId();
  const { page } = usePageParts();
  const card = useRef<HTMLElement>(null);
  useFollow(step);
  const isAnchored = useTarget(step);
  useEffect(() => card.current?.focus({ preventScroll: true }), []);
  const go = (to: TourStep | null): void =>
    page.setState({ tour: to, ...(to ? { screen: screenOf[to], serverPlace: null, lens: null } : {}) });
  const [place, places] = placeOf(step);
  const [before, after] = [neighbour(step, -1), neighbour(step, 1)];
  return (
    <>
      {isAnchored ? <div className="tour-ring" aria-hidden="true" /> : null}
      <section
        ref={card}
        className={`tour at-${step} ${isAnchored ? '' : 'unanchored'}`}
        aria-label={t('tour.name')}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key === 'Escape') go(null);
        }}
      >
        <header className="tour-head">
          <span className="tour-place">{t('tour.progress', { step: place, steps: places })}</span>
          <IconButton label={t('tour.end')} onClick={() => go(null)}>
            <X size={14} aria-hidden="true" />
          </IconButton>
        </header>
        <div role="status" aria-labelledby={id}>
          <h2 id={id}>{t(`tour.${step}.title`)}</h2>
          <p>{t(`tour.${step}.text`)}</p>
        </div>
        <div className="tour-buttons">
          {before ? <Button onClick={() => go(before)}>{t('tour.back')}</Button> : null}
          {step === 'ask' ? (
            <Button look="primary" onClick={onAsk}>
              {t('tour.ask.do')}
            </Button>
          ) : null}
          {after ? (
            <Button look="primary" onClick={() => go(after)}>
              {t('tour.next')}
            </Button>
          ) : null}
          {step === 'model' ? (
            <Button look="primary" onClick={() => go(null)}>
              {t('tour.done')}
            </Button>
          ) : null}
        </div>
      </section>
    </>
  );
}

/** Moves the tour on as the turn and the decision do. */
function useFollow(step: TourStep): void {
  const { page } = usePageParts();
  const screen = usePage((s) => s.screen);
  const openChat = usePage((s) => s.openChat);
  const isWaiting = useTopics((s) => s.decisions.length > 0);
  const turn = useTopics((s) => (openChat === null ? undefined : s.conversations[openChat]?.turns.at(-1)));
  const facts: TourFacts = {
    screen,
    isWaiting,
    turn: turn && { isOpen: turn.outcome === 'open', hasCalls: callsOf(turn).length > 0 },
  };
  const next = followFacts(step, facts);
  useEffect(() => {
    if (next !== step) page.setState({ tour: next, screen: screenOf[next] });
  }, [next, step, page]);
}

/** Marks what the step speaks of as the anchor of ring and card (CSS anchor positioning), also when it appears a moment later. */
function useTarget(step: TourStep): boolean {
  const [isAnchored, setIsAnchored] = useState(false);
  useEffect(() => {
    let marked: HTMLElement | undefined;
    const mark = (): void => {
      const found = [...document.querySelectorAll<HTMLElement>(`[data-tour~="${step}"]`)].at(-1);
      if (found === marked) return;
      marked?.removeAttribute('data-tour-here');
      found?.setAttribute('data-tour-here', '');
      marked = found;
      setIsAnchored(found !== undefined);
    };
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      marked?.removeAttribute('data-tour-here');
    };
  }, [step]);
  return isAnchored;
}
