import { failureCodes, type FailureCode } from '#shared/ipc/failure.ts';
import { useT } from '../i18n.ts';
import { Button } from '../ui/Button.tsx';

interface Unreadable {
  readonly serverKey: string;
  readonly uri: string;
  readonly title: string;
  readonly why: string;
}
interface AlwaysFailureProps {
  /** JSON of what could not be read, as main tells it. */
  readonly detail: string;
  readonly isBusy: boolean;
  /** Sends the draft again, without what is named. */
  readonly onSend: (leaveOut: readonly { readonly serverKey: string; readonly uri: string }[]) => void;
}

/** Something that goes with every message could not be read: nothing was sent, and the person decides how to go on. */
export function AlwaysFailure({ detail, isBusy, onSend }: AlwaysFailureProps) {
  const t = useT();
  const items = itemsOf(detail);
  return (
    <div className="composer-failure always-failure" role="alert">
      {items.length === 0 ? <p>{t('failure.always-unreadable')}</p> : null}
      {items.map(({ serverKey, uri, title, why }) => (
        <p key={`${serverKey} ${uri}`}>
          {t('always.failed', { title, server: serverKey, why: t(`failure.${isCode(why) ? why : 'resource-failed'}`) })}
        </p>
      ))}
      <div className="always-deeds">
        <Button size="small" disabled={isBusy} onClick={() => onSend([])}>
          {t('always.again')}
        </Button>
        <Button size="small" disabled={isBusy} onClick={() => onSend(items.map(({ serverKey, uri }) => ({ serverKey, uri })))}>
          {t(items.length > 1 ? 'always.without.all' : 'always.without')}
        </Button>
      </div>
    </div>
  );
}

const isCode = (code: string): code is FailureCode => (failureCodes as readonly string[]).includes(code);
function itemsOf(detail: string): readonly Unreadable[] {
  try {
    return JSON.parse(detail) as readonly Unreadable[];
  } catch {
    return [];
  }
}
