import { useState } from 'react';
import type { ServerTest } from '#shared/servers/serverTest.ts';
import { counted, useT } from '../i18n.ts';
import { useAct, useRequest } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { formatDuration } from '../ui/format.ts';
import { SentenceGap } from '../ui/SentenceGap.tsx';
import './TestServer.css';

interface ServerTesting {
  readonly run: () => void;
  readonly isBusy: boolean;
  readonly result: ServerTest | 'unavailable' | undefined;
}
/** Asks a server whether it answers. One that waits for its review is not asked: the keyboard goes to the review. */
export function useServerTest(serverKey: string): ServerTesting {
  const act = useAct();
  const { run, isBusy } = useRequest('server.test');
  const [result, setResult] = useState<ServerTesting['result']>();
  const test = async (): Promise<void> => {
    setResult(undefined);
    const answer = await run({ serverKey });
    setResult(answer?.value ?? 'unavailable');
    if (answer?.value.outcome === 'untrusted') act('decision.visit', {});
  };
  return { run: () => void test(), isBusy, result };
}

/** The button that begins a test. */
export function TestButton({ testing: { run, isBusy } }: { readonly testing: ServerTesting }) {
  const t = useT();
  return (
    <Button size="small" disabled={isBusy} onClick={run}>
      {t('serverTest.test')}
    </Button>
  );
}

/** What the latest test found, in words. */
export function TestResult({ testing: { isBusy, result } }: { readonly testing: ServerTesting }) {
  const t = useT();
  return (
    <div className="server-test" role="status">
      {isBusy ? <p>{t('serverTest.busy')}</p> : null}
      {result === undefined || isBusy ? null : <Words result={result} />}
    </div>
  );
}

function Words({ result }: { readonly result: ServerTest | 'unavailable' }) {
  const t = useT();
  if (result === 'unavailable') return <p className="bad">{t('failure.unavailable')}</p>;
  switch (result.outcome) {
    case 'answered': {
      const { ms, tools, review } = result;
      return (
        <p className="good">
          {t(counted(tools, 'serverTest.answered.one', 'serverTest.answered.many'), { time: formatDuration(t, ms), count: tools })}
          <SentenceGap />
          {review > 0 ? t('serverTest.answered.review', { count: review }) : ''}
        </p>
      );
    }
    case 'failed':
      return (
        <>
          <p className="bad">{t(`server.problem.${result.problem.code}`)}</p>
          {result.problem.detail ? <p className="technical">{result.problem.detail}</p> : null}
        </>
      );
    case 'untrusted':
    case 'off':
      return <p>{t(`serverTest.${result.outcome}`)}</p>;
  }
}
