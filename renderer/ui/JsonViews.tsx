import { useState } from 'react';
import { useT } from '../i18n.ts';
import { CopyButton } from './CopyButton.tsx';
import { ExactJson } from './Exact.tsx';
import { Choice } from './Field.tsx';
import { loadWhole, LongText, type Rest } from './LongText.tsx';

/** Above this the readable view would take longer to lay out than a person takes to look away. */
const longestReadable = 100_000;

interface JsonViewsProps {
  readonly title: string;
  readonly text: string;
  readonly rest?: Rest | undefined;
  readonly copyLabel: string;
}
/** JSON text, laid out to be read or exactly as it is. */
export function JsonViews({ title, text, rest, copyLabel }: JsonViewsProps) {
  const t = useT();
  const isLong = rest !== undefined || text.length > longestReadable;
  const [view, setView] = useState<'tree' | 'exact'>('tree');
  return (
    <div className="call-section">
      <div className="call-section-head">
        <h3>{title}</h3>
        <div className="call-section-tools small-choice">
          {isLong ? null : (
            <Choice
              label={t('chat.call.view', { title })}
              isLabelHidden
              value={view}
              onChange={setView}
              options={[
                { value: 'tree', label: t('chat.call.readable') },
                { value: 'exact', label: t('chat.call.exact') },
              ]}
            />
          )}
          <CopyButton text={text} label={copyLabel} load={rest && (() => loadWhole(text, rest, () => undefined))} />
        </div>
      </div>
      {view === 'tree' && !isLong ? (
        <div className="json-box" tabIndex={0}>
          <ExactJson text={text} />
        </div>
      ) : (
        <LongText text={text} rest={rest} label={title} isJson />
      )}
    </div>
  );
}
