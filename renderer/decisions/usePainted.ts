import { useEffect, useRef } from 'react';
import type { PendingDecisions } from '#shared/decision/decision.ts';
import { usePageParts } from '../ipc/hooks.ts';

/** Tells main which cards have been painted whole, each once: their 800 ms begin then. Two frames, because the first only schedules the paint. */
export function usePainted(decisions: PendingDecisions): void {
  const { client } = usePageParts();
  const told = useRef<Set<string>>(new Set());
  useEffect(() => {
    const ids = decisions.map((decision) => decision.id).filter((id) => !told.current.has(id));
    if (ids.length === 0) return undefined;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        performance.mark('decision-painted');
        for (const id of ids) told.current.add(id);
        client.request('decision.painted', { ids: ids.slice(0, 200) }).catch((cause: unknown) => {
          for (const id of ids) told.current.delete(id);
          console.warn('decision.painted', cause);
        });
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [decisions, client]);
}
