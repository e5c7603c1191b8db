import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { fittingResources, indexResources, type FittingResource } from '#shared/resources/fitting.ts';
import { attachResource } from '../attach.ts';
import { useT } from '../i18n.ts';
import { useAct, usePageParts, useTopics } from '../ipc/hooks.ts';
import './Fitting.css';

interface FittingProps {
  readonly conversationId: string;
  readonly text: string;
  readonly isOff: boolean;
  /** Something was attached: the caret goes back to the text. */
  readonly onDone: () => void;
  /** What stands here while nothing fits. */
  readonly children: ReactNode;
}
const settleMs = 400;
const shortest = 3;
const nothing: readonly FittingResource[] = [];

/** Resources that fit what is being written, in the line below it, which is as high with them as without. Nothing is read before a click. */
export function Fitting({ conversationId, text, isOff, onDone, children }: FittingProps) {
  const t = useT();
  const parts = usePageParts();
  const fitting = useFitting(conversationId, text);
  if (isOff || fitting.length === 0) return <div className="composer-foot">{children}</div>;
  return (
    <div className="composer-foot">
      <ul className="plain fitting" aria-label={t('attach.fitting')}>
        {fitting.map(({ serverKey, uri, title }) => (
          <li key={`${serverKey} ${uri}`}>
            <button
              type="button"
              className="fitting-chip"
              aria-label={t('attach.fitting.add', { title, server: serverKey })}
              title={`${uri} · ${serverKey}`}
              onClick={() => {
                void attachResource(parts, serverKey, uri);
                onDone();
              }}
            >
              <Plus size={12} aria-hidden="true" />
              <bdi>{title}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What fits once the writing pauses; while it goes on what stood there stays. */
function useFitting(conversationId: string, text: string): readonly FittingResource[] {
  const act = useAct();
  const lists = useTopics((s) => s.resources);
  const attachments = useTopics((s) => s.attachments[conversationId]);
  const choices = useTopics((s) => s.resourceChoices);
  const [settled, setSettled] = useState('');
  const isWriting = text.trim().length >= shortest;
  useEffect(() => {
    if (isWriting) act('resource.list', { refresh: false });
  }, [act, isWriting]);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  const isWanted = settled.trim().length >= shortest;
  const index = useMemo(() => (isWanted ? indexResources(lists) : undefined), [lists, isWanted]);
  return useMemo(() => {
    if (!index) return nothing;
    const isTaken = ({ serverKey, uri }: FittingResource): boolean =>
      choices.some((one) => one.serverKey === serverKey && one.always.some((item) => item.uri === uri)) ||
      (attachments ?? []).some(({ source }) => source.kind === 'resource' && source.serverKey === serverKey && source.uri === uri);
    return fittingResources(index, settled, isTaken);
  }, [index, settled, attachments, choices]);
}
