import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '../i18n.ts';
import { IconButton } from './Button.tsx';
import { copyText } from './copy.ts';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** Resolves to the whole text, where `text` is only its beginning. */
  readonly load?: (() => Promise<string>) | undefined;
}
/** Copies a text and says so for two seconds. Its name is `label`. */
export function CopyButton({ text, label, load }: CopyButtonProps) {
  const t = useT();
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  useEffect(() => {
    if (state === 'ready') return undefined;
    const timer = setTimeout(() => setState('ready'), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => {
    try {
      setState(copyText(load ? await load() : text) ? 'copied' : 'failed');
    } catch {
      setState('failed'); // what could not be fetched was not copied
    }
  };
  const name = state === 'ready' ? label : t(state === 'copied' ? 'app.copied' : 'app.notCopied');
  return (
    <>
      <IconButton label={name} onClick={() => void copy()}>
        {state === 'copied' ? <Check size={14} /> : <Copy size={14} />}
      </IconButton>
      <span role="status" className="sr-only">
        {state === 'ready' ? '' : name}
      </span>
    </>
  );
}
