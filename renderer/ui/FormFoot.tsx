import type { Failure } from '#shared/ipc/failure.ts';
import { useT } from '../i18n.ts';
import { Button } from './Button.tsx';
import './FormFoot.css';

interface FormFootProps {
  /** Why saving failed; what was typed stays. */
  readonly failure: Failure | undefined;
  readonly isBusy: boolean;
  readonly save: string;
  readonly canSave?: boolean;
  readonly onCancel: () => void;
  readonly onSave: () => void;
}

/** The end of a form: why it could not be saved, the way out, and the way on. */
export function FormFoot({ failure, isBusy, save, canSave = true, onCancel, onSave }: FormFootProps) {
  const t = useT();
  return (
    <>
      {failure ? (
        <p className="form-failure" role="alert">
          {t(`failure.${failure.code}`)}
        </p>
      ) : null}
      <div className="form-actions">
        <Button look="quiet" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
        <Button look="primary" disabled={isBusy || !canSave} onClick={onSave}>
          {save}
        </Button>
      </div>
    </>
  );
}
