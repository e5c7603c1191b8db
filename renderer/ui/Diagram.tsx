import { memo, useEffect, useRef, useState } from 'react';
import { diagramUrl } from '#shared/pages.ts';
import { drawingBudget, type DrawMessage, longestDiagram, readFrameMessage } from '../diagram/messages.ts';
import { useT } from '../i18n.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { CopyButton } from './CopyButton.tsx';
import { Disclosure } from './Disclosure.tsx';
import { Choice } from './Field.tsx';
import { useDark } from './useDark.ts';
import './Diagram.css';

type State =
  | { readonly kind: 'drawing' }
  | { readonly kind: 'drawn'; readonly height: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** A diagram, drawn in a frame that can reach nothing; its source beside it, and instead of it when it can't be drawn. */
export const Diagram = memo(function Diagram({ source }: { readonly source: string }) {
  const t = useT();
  const dark = useDark();
  const [view, setView] = useState<'diagram' | 'source'>('diagram');
  const [failed, setFailed] = useState<string>();
  if (failed !== undefined || source.length > longestDiagram) {
    return (
      <div className="diagram-failed">
        <p className="plain-note">
          {t(failed === undefined ? 'rich.diagram.long' : failed === '' ? 'rich.diagram.slow' : 'rich.diagram.failed')}
        </p>
        {failed ? (
          <Disclosure summary={t('app.details')}>
            <p className="technical diagram-reason">{failed}</p>
          </Disclosure>
        ) : null}
        <CodeBlock code={source} language="mermaid" />
      </div>
    );
  }
  return (
    <div className="code-block diagram">
      <div className="code-head small-choice">
        <span className="code-language">{t('rich.diagram')}</span>
        <Choice
          label={t('rich.diagram.view')}
          isLabelHidden
          value={view}
          onChange={setView}
          options={[
            { value: 'diagram', label: t('rich.diagram') },
            { value: 'source', label: t('rich.diagram.source') },
          ]}
        />
        <CopyButton text={source} label={t('rich.diagram.copy')} />
      </div>
      {view === 'diagram' ? (
        <Drawing key={`${dark}`} source={source} dark={dark} onFailed={setFailed} />
      ) : (
        <pre tabIndex={0}>
          <code>{source}</code>
        </pre>
      )}
    </div>
  );
});

interface DrawingProps {
  readonly source: string;
  readonly dark: boolean;
  /** Told why; with an empty text when its time was up. */
  readonly onFailed: (reason: string) => void;
}
/** The frame. It has no right but to run its own script; what it says is a number or a reason, and it is gone when its time is up. */
function Drawing({ source, dark, onFailed }: DrawingProps) {
  const t = useT();
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<State>({ kind: 'drawing' });
  useEffect(() => {
    const budget = setTimeout(() => onFailed(''), drawingBudget);
    const onMessage = ({ source: from, data }: MessageEvent<unknown>): void => {
      const target = frame.current?.contentWindow;
      if (!target || from !== target) return;
      const message = readFrameMessage(data);
      if (message?.kind === 'ready') target.postMessage({ kind: 'draw', source, dark } satisfies DrawMessage, '*');
      if (message?.kind === 'drawn') setState(message);
      if (message?.kind === 'failed') onFailed(message.reason || '?');
      if (message && message.kind !== 'ready') clearTimeout(budget);
    };
    window.addEventListener('message', onMessage);
    return () => {
      clearTimeout(budget);
      window.removeEventListener('message', onMessage);
    };
  }, [source, dark, onFailed]);
  const isDrawn = state.kind === 'drawn';
  return (
    <div className="drawing" aria-busy={!isDrawn}>
      {isDrawn ? null : <p className="muted drawing-wait">{t('rich.diagram.drawing')}</p>}
      <iframe
        ref={frame}
        className={isDrawn ? 'drawn' : ''}
        src={diagramUrl}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        title={t('rich.diagram')}
        tabIndex={-1}
        style={{ height: isDrawn ? state.height : 120, colorScheme: dark ? 'dark' : 'light' }}
      />
    </div>
  );
}
