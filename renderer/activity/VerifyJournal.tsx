import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { ChainReport } from '#shared/journal/journal.ts';
import { type Translate, useT } from '../i18n.ts';
import { useRequest } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';

/** Has main walk the whole chain, and says what it found. What was found is dropped when more entries come. */
export function VerifyJournal({ count }: { readonly count: number }) {
  const t = useT();
  const { run, isBusy, failure } = useRequest('journal.verify');
  const [report, setReport] = useState<ChainReport>();
  const known = report && (!report.intact || report.entries === count) ? report : undefined;
  const verify = async (): Promise<void> => setReport((await run({}))?.value);
  const look = known ? (known.intact ? 'intact' : 'broken') : '';
  return (
    <div className={`activity-verify ${look}`}>
      <Button size="small" disabled={isBusy} onClick={() => void verify()}>
        {t('activity.verify')}
      </Button>
      <p role="status">
        {known ? known.intact ? <ShieldCheck size={16} aria-hidden="true" /> : <ShieldAlert size={16} aria-hidden="true" /> : null}
        {isBusy ? t('activity.verifying') : known ? words(t, known) : failure ? t('activity.failed') : ''}
      </p>
    </div>
  );
}

function words(t: Translate, report: ChainReport): string {
  if (report.intact) return t('activity.intact', { count: report.entries });
  return t('activity.broken', { at: report.brokenAt, fault: t(`activity.fault.${report.fault}`), count: report.entries });
}
