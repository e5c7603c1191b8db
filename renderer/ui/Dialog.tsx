import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import './Dialog.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions: ReactNode;
  /** For what is read rather than answered in a word. */
  readonly isWide?: boolean;
}

/** A question that must be answered before anything else; Escape closes it. It is there as long as it is rendered. */
export function Dialog({ title, onClose, children, actions, isWide = false }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    // Closed before it goes, so that the focus is back where it came from.
    return () => dialog?.close();
  }, []);
  return (
    <dialog ref={box} className={isWide ? 'dialog wide' : 'dialog'} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      <div className="dialog-body">{children}</div>
      <div className="dialog-actions">{actions}</div>
    </dialog>
  );
}
