import { isStdio } from '#shared/servers/config.ts';
import type { ServerView } from '#shared/servers/status.ts';
import { useT } from '../i18n.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { ExactText } from '../ui/Exact.tsx';

/** Where a server runs, as it is written in mcp.json. */
export function Where({ server: { place, entry } }: { readonly server: ServerView }) {
  const t = useT();
  switch (place.kind) {
    case 'bundled':
      return <p className="muted">{t('servers.place.bundled')}</p>;
    case 'this-computer':
      return (
        <p className="server-command">
          <ExactText text={entry && isStdio(entry) ? [entry.command, ...(entry.args ?? [])].join(' ') : place.commandLine} />
        </p>
      );
    case 'remote':
      return (
        <p className="server-command">
          <ExactText text={place.host} />
        </p>
      );
  }
}

/** What is wrong with a server now, if anything is. */
export function Problem({ server: { state } }: { readonly server: ServerView }) {
  const t = useT();
  if (state.status !== 'failed' && state.status !== 'backoff') return null;
  const { code, detail } = state.problem;
  return (
    <div className="server-problem">
      <p>{t(`server.problem.${code}`)}</p>
      {detail ? <p className="technical">{detail}</p> : null}
    </div>
  );
}

/** Text of a server in a box of its own, to be read and copied. */
export function RawBox({ text, copyLabel, tall = false }: { readonly text: string; readonly copyLabel: string; readonly tall?: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div className={tall ? 'raw-box tall' : 'raw-box'} tabIndex={0}>
      <div className="raw-tools">
        <CopyButton text={text} label={copyLabel} />
      </div>
      <ExactText text={text} lineBreaks="layout" />
    </div>
  );
}

/** The end of what a server wrote to its standard error. */
export function LastWords({ server }: { readonly server: ServerView }) {
  const t = useT();
  const { stderrTail, state } = server;
  if (stderrTail.length === 0) return null;
  return (
    <Disclosure summary={t('servers.stderr')} startsOpen={state.status === 'failed' || state.status === 'backoff'}>
      <RawBox text={stderrTail.join('\n')} copyLabel={t('servers.stderr.copy')} />
    </Disclosure>
  );
}
