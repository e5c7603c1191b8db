import { memo } from 'react';
import { useT } from '../i18n.ts';
import { CopyButton } from './CopyButton.tsx';

/** Code with its language and a copy button; long lines scroll inside it. */
export const CodeBlock = memo(function CodeBlock({ code, language }: { readonly code: string; readonly language: string }) {
  const t = useT();
  return (
    <div className="code-block">
      <div className="code-head">
        <span>{language || t('app.code')}</span>
        <CopyButton text={code} label={t('app.copyCode')} />
      </div>
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </div>
  );
});
