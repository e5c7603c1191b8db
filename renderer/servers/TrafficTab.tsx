import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import type { TrafficFrame } from '#shared/trace/traffic.ts';
import { counted, useT } from '../i18n.ts';
import { failureOf } from '../ipc/client.ts';
import { usePageParts, useRequest } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Choice, TextField } from '../ui/Field.tsx';
import { type FrameFilter, filtered, pairOf, withPage } from './frames.ts';
import { FrameDetails } from './FrameDetails.tsx';
import { FrameList } from './FrameList.tsx';
import { usePoll } from './usePoll.ts';
import './Import.css';
import './Traffic.css';

/** Each message to and from a server, as it was on the wire but for secrets. */
export function TrafficTab({ serverKey }: { readonly serverKey: string }) {
  const t = useT();
  const { client } = usePageParts();
  const [frames, setFrames] = useState<readonly TrafficFrame[]>([]);
  const [isPaused, setPaused] = useState(false);
  const [filter, setFilter] = useState<FrameFilter>({ text: '', direction: 'both' });
  const [chosen, setChosen] = useState<number>();
  usePoll(
    () =>
      client.request('traffic.page', { serverKey, after: frames.at(-1)?.seq ?? 0 }).then(
        (page) => setFrames((known) => withPage(known, page)),
        (thrown: unknown) => void failureOf(thrown), // the server may just have been removed
      ),
    400,
    !isPaused,
  );
  const shown = filtered(frames, filter);
  const frame = frames.find((one) => one.seq === chosen);
  const pair = frame && pairOf(frames, frame);
  const clear = (): void => {
    client.request('traffic.clear', { serverKey }).then(
      () => setFrames([]),
      (thrown: unknown) => void failureOf(thrown),
    );
  };
  return (
    <>
      <p className="muted">{t('serverPage.traffic.what')}</p>
      <div className="traffic-bar">
        <TextField
          label={t('serverPage.traffic.filter')}
          value={filter.text}
          onChange={(text) => setFilter({ ...filter, text })}
          placeholder="tools/call"
        />
        <Choice
          label={t('serverPage.traffic.direction')}
          value={filter.direction}
          onChange={(direction) => setFilter({ ...filter, direction })}
          options={(['both', 'out', 'in'] as const).map((value) => ({ value, label: t(`serverPage.traffic.${value}`) }))}
        />
        <div className="traffic-actions">
          <Button aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            {isPaused ? <Play size={14} aria-hidden="true" /> : <Pause size={14} aria-hidden="true" />}
            {t(isPaused ? 'serverPage.traffic.resume' : 'serverPage.traffic.pause')}
          </Button>
          <Button onClick={clear}>{t('serverPage.traffic.clear')}</Button>
        </div>
      </div>
      {frames.length === 0 ? <p className="muted traffic-empty">{t('serverPage.traffic.empty')}</p> : null}
      {frames.length > 0 ? (
        <div className="traffic">
          <FrameList frames={shown} chosen={chosen} pair={pair} onChoose={setChosen} />
          {frame ? (
            <FrameDetails frame={frame} pair={pair} onChoose={setChosen} />
          ) : (
            <p className="muted traffic-hint">{t('serverPage.traffic.choose')}</p>
          )}
        </div>
      ) : null}
      <Export serverKey={serverKey} count={frames.length} />
    </>
  );
}

/** All frames as JSON Lines, where a dialog or a typed path says. */
function Export({ serverKey, count }: { readonly serverKey: string; readonly count: number }) {
  const t = useT();
  const [path, setPath] = useState('');
  const [done, setDone] = useState<{ readonly path: string; readonly frames: number }>();
  const { run, isBusy, failure } = useRequest('traffic.export');
  const write = async (typed: string): Promise<void> => {
    setDone(undefined);
    const answer = await run({ serverKey, ...(typed === '' ? {} : { path: typed }) });
    if (answer?.value.path !== undefined) setDone({ path: answer.value.path, frames: answer.value.frames });
  };
  return (
    <section className="server-section" aria-labelledby="traffic-export">
      <h2 id="traffic-export">{t('serverPage.traffic.export')}</h2>
      <p className="muted">{t('serverPage.traffic.export.what')}</p>
      <form
        className="import-path"
        onSubmit={(event) => {
          event.preventDefault();
          void write(path.trim());
        }}
      >
        <TextField
          label={t('serverPage.traffic.path')}
          value={path}
          onChange={setPath}
          mono
          hint={t('serverPage.traffic.path.hint')}
          error={failure && `${t(`failure.${failure.code}`)} ${failure.detail}`}
        />
        <Button disabled={isBusy || count === 0} onClick={() => void write(path.trim())}>
          {t('serverPage.traffic.write')}
        </Button>
      </form>
      {done ? (
        <p role="status">
          {t(counted(done.frames, 'serverPage.traffic.written.one', 'serverPage.traffic.written.many'), {
            count: done.frames,
            path: done.path,
          })}
        </p>
      ) : null}
    </section>
  );
}
