import { useEffect } from 'react';
import { counted, useT } from '../i18n.ts';
import { useAct, useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import './WaitingLine.css';

/** Says how many decisions wait and leads to them. It is always there for assistive technology, and seen only when something waits. */
export function WaitingLine() {
  const t = useT();
  const act = useAct();
  const count = useTopics((s) => s.decisions.length);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'F8' && count > 0) act('decision.visit', {});
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [act, count]);
  return (
    <div className={count > 0 ? 'waiting-line' : ''} data-tour="decide">
      {/* At once: work stands still until it is answered. */}
      <p role="status" aria-live="assertive" aria-atomic="true">
        {count > 0 ? t(counted(count, 'app.waiting.one', 'app.waiting.many'), { count }) : ''}
      </p>
      {count > 0 ? (
        <Button size="small" look="quiet" letter="F8" onClick={() => act('decision.visit', {})}>
          {t('app.waiting.visit')}
        </Button>
      ) : null}
    </div>
  );
}
