import { FileDown, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { DroppedFile } from '#shared/desktop/dropped.ts';
import { useT } from '../i18n.ts';
import { failureOf } from '../ipc/client.ts';
import { usePageParts } from '../ipc/hooks.ts';
import { IconButton } from '../ui/Button.tsx';
import './DropZone.css';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

interface DropZoneProps {
  readonly conversationId: string;
}

/** Takes files that are dragged onto the conversation. Main attaches them by the paths that the system told it; this page names none. */
export function DropZone({ conversationId }: DropZoneProps) {
  const t = useT();
  const { isOver, left, forget } = useDrops(conversationId);
  return (
    <>
      {left.length > 0 ? (
        <div className="drop-left" role="alert">
          <ul className="plain">
            {left.map(({ name, failure }, at) => (
              <li key={`${at}-${name}`}>
                <span className="muted">{t('drop.not')}</span> {t('drop.file', { name, why: failure ? t(`failure.${failure.code}`) : '' })}
              </li>
            ))}
          </ul>
          <IconButton label={t('app.dismiss')} onClick={forget}>
            <X size={16} />
          </IconButton>
        </div>
      ) : null}
      {isOver ? (
        <div className="drop-zone" role="status">
          <div className="drop-words">
            <FileDown size={28} strokeWidth={1.75} aria-hidden="true" />
            <p className="drop-title">{t('drop.title')}</p>
            <p>{t('drop.note')}</p>
          </div>
        </div>
      ) : null}
    </>
  );
}

function useDrops(conversationId: string) {
  const { client, page } = usePageParts();
  const [isOver, setOver] = useState(false);
  const [result, setResult] = useState<{ readonly chat: string; readonly left: readonly DroppedFile[] }>();
  useEffect(() => {
    const attach = async (): Promise<void> => {
      try {
        const { files } = await client.request('attachment.addDropped', { conversationId });
        setResult({ chat: conversationId, left: files.filter((file) => file.failure !== undefined) });
      } catch (thrown) {
        page.setState({ toast: { kind: 'failed', failure: failureOf(thrown) } });
      }
    };
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      void attach();
    };
    const onEnd = (): void => setOver(false);
    const all = { dragover: onOver, dragleave: onLeave, drop: onDrop, dragend: onEnd };
    for (const [name, listener] of Object.entries(all)) window.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(all)) window.removeEventListener(name, listener as EventListener);
    };
  }, [client, page, conversationId]);
  const left = result?.chat === conversationId ? result.left : [];
  return { isOver, left, forget: () => setResult(undefined) };
}
