import { useT } from '../i18n.ts';
import { useRequest } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import type { Together } from './together.ts';

/** One yes for all the calls of one round to one tool; the arguments of each stand on its own card. */
export function AllowTogether({ together }: { readonly together: Together }) {
  const t = useT();
  const { run, isBusy, failure } = useRequest('decision.allowTogether');
  return (
    <>
      <Button
        disabled={!together.isReady || isBusy}
        title={t('decision.allowTogether.what')}
        onClick={(event) => {
          if (event.detail < 2) void run({ ids: [...together.ids] });
        }}
      >
        {t('decision.allowTogether', { count: together.ids.length })}
      </Button>
      {failure ? <span className="answers-failure">{t(`failure.${failure.code}`)}</span> : null}
    </>
  );
}
