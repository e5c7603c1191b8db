import type { DecisionOf, ToolChange } from '#shared/decision/decision.ts';
import { counted, useT } from '../i18n.ts';
import { Button } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { diffLines, markChanges } from '../ui/lineDiff.ts';
import { letterFor } from './letters.ts';
import { Answers, HiddenCount, NameMarks, ServerSays, Where } from './parts.tsx';
import { useSettle } from './useSettle.ts';
import './Review.css';

/** May a model be told of these tools? Each definition stands here as the server sent it (I4). */
export function ToolsCard({ decision }: { readonly decision: DecisionOf<'tools'> }) {
  const t = useT();
  const { answer, isInert, failure } = useSettle(decision);
  const count = decision.tools.length;
  return (
    <>
      <h2>
        {t('decision.tools.before')}
        <strong>
          <ExactText text={decision.serverKey} />
        </strong>
        {decision.change === 'new'
          ? t(counted(count, 'decision.tools.new.one', 'decision.tools.new.many'), { count })
          : t('decision.tools.changed')}
      </h2>
      <p className="where">
        <Where place={decision.place} />
      </p>
      <p>
        {t('decision.tools.what')}
        {decision.unchangedCount > 0
          ? ` ${t(counted(decision.unchangedCount, 'decision.tools.same.one', 'decision.tools.same.many'), { count: decision.unchangedCount })}`
          : ''}
      </p>
      {count > 1 ? <Names tools={decision.tools} /> : null}
      <Instructions now={decision.instructions} before={decision.instructionsBefore} />
      <div className="tool-changes">
        {decision.tools.map((tool) => (
          <Definition key={tool.name} tool={tool} />
        ))}
      </div>
      <Answers failure={failure}>
        <Button look="primary" letter={letterFor('tools', 'allow')} disabled={isInert} onClick={answer('allow')}>
          {t('decision.acceptTools')}
        </Button>
        <Button letter={letterFor('tools', 'deny')} disabled={isInert} onClick={answer('deny')}>
          {t('decision.deny')}
        </Button>
      </Answers>
    </>
  );
}

const mostNames = 40;
/** What is to be read below, at a glance: instructions may be long, and stand before the definitions. */
function Names({ tools }: { readonly tools: readonly ToolChange[] }) {
  return (
    <ul className="plain tool-names">
      {tools.slice(0, mostNames).map(({ name }) => (
        <li key={name}>
          <ExactText text={name} />
        </li>
      ))}
      {tools.length > mostNames ? <li>…</li> : null}
    </ul>
  );
}

function Instructions({ now, before }: { readonly now: string | undefined; readonly before: string | undefined }) {
  const t = useT();
  if (before !== undefined && before !== now) {
    return (
      <div className="server-says">
        <p className="server-says-label">{t('decision.tools.instructionsChanged')}</p>
        <Diff before={before} after={now ?? ''} />
      </div>
    );
  }
  return now === undefined || now === before ? null : <ServerSays text={now} label={t('decision.tools.instructions')} />;
}

function Definition({ tool }: { readonly tool: ToolChange }) {
  const t = useT();
  const isChanged = tool.change === 'changed' && tool.before !== undefined;
  const text = tool.change === 'removed' ? (tool.before ?? '') : tool.raw;
  return (
    <div className={`tool-change ${tool.change}`}>
      <p className="tool-change-head">
        <ExactText text={tool.name} /> <NameMarks names={[tool.name]} />
        <span className="badge">{t(`decision.tools.${tool.change}.badge`)}</span>
        <HiddenCount text={text} lineBreaks="layout" />
      </p>
      {isChanged ? <Diff before={tool.before ?? ''} after={tool.raw} /> : <ExactText text={text} lineBreaks="layout" />}
    </div>
  );
}

/** The whole old and the whole new text, line by line. */
function Diff({ before, after }: { readonly before: string; readonly after: string }) {
  const t = useT();
  return (
    <div className="diff">
      {markChanges(diffLines(before, after)).map((line, at) => (
        <div key={at} className={`diff-line ${line.kind}`}>
          {line.kind === 'same' ? null : <span className="sr-only">{t(`decision.diff.${line.kind}`)}</span>}
          {line.pieces.map(({ text, isChanged }, i) =>
            isChanged ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one line never move.
              <mark key={i}>
                <ExactText text={text} />
              </mark>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one line never move.
              <ExactText key={i} text={text} />
            ),
          )}
        </div>
      ))}
    </div>
  );
}
