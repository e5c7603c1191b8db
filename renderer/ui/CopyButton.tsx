import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '../i18n.ts';
import { IconButton } from './Button.tsx';
import { copyText } from './copy.ts';

/** Copies a text and says so for two seconds. Its name is `label`. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const t = useT();
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  useEffect(() => {
    if (state === 'ready') return undefined;
    const timer = setTimeout(() => setState('ready'), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const name = state === 'ready' ? label : t(state === 'copied' ? 'app.copied' : 'app.notCopied');
  return (
    <>
      <IconButton label={name} onClick={() => setState(copyText(text) ? 'copied' : 'failed')}>
        {state === 'copied' ? <Check size={14} /> : <Copy size={14} />}
      </IconButton>
      <span role="status" className="sr-only">
        {state === 'ready' ? '' : name}
      </span>
    </>
  );
}
