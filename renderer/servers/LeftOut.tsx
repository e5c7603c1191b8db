import type { ServerView } from '#shared/servers/status.ts';
import { counted, useT } from '../i18n.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { ExactText } from '../ui/Exact.tsx';

/** What of a working server does not count: a list that was cut, and definitions that could not be read, each with its reason. */
export function LeftOut({ server: { warnings = [], excluded = [] } }: { readonly server: ServerView }) {
  const t = useT();
  return (
    <>
      {warnings.map(({ code, detail }) => (
        <div className="server-problem" key={code}>
          <p>{t(`server.problem.${code}`)}</p>
          <p className="technical">{detail}</p>
        </div>
      ))}
      {excluded.length > 0 ? (
        <Disclosure summary={t(counted(excluded.length, 'servers.excluded.one', 'servers.excluded.many'), { count: excluded.length })}>
          <ul className="plain tools">
            {excluded.map(({ name, reason }, index) => (
              // The same name may be there twice.
              <li key={`${index} ${name}`} className="technical">
                <ExactText text={name} />: <ExactText text={reason} />
              </li>
            ))}
          </ul>
        </Disclosure>
      ) : null}
    </>
  );
}
