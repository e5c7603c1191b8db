import type { ListFacts, ProtocolFacts } from '#shared/servers/protocolFacts.ts';
import type { ServerView } from '#shared/servers/status.ts';
import { type Translate, useLocale, useT } from '../i18n.ts';
import { useRequest, useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { formatDate } from '../ui/dates.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { useNow } from '../ui/useNow.ts';
import './ProtocolSection.css';

/** How this server and this host talk. What needs a word stands there; what each can do, what is listened to, its health and its lists are folded away. */
export function ProtocolSection({ server }: { readonly server: ServerView }) {
  const t = useT();
  const { protocol } = server;
  if (!protocol) return null;
  const { health, lists, refusals } = protocol;
  return (
    <section className="server-section protocol" aria-labelledby="server-protocol">
      <h2 id="server-protocol">{t('protocol.title')}</h2>
      {health && !health.isWell ? (
        <p>
          <HealthWords protocol={protocol} />
        </p>
      ) : null}
      <Unheard protocol={protocol} />
      <Notes protocol={protocol} />
      {refusals.length > 0 ? <Refusals protocol={protocol} /> : null}
      <Disclosure summary={t('protocol.show')}>
        <div className="server-section">
          <Means protocol={protocol} />
          {lists.length > 0 ? <Lists lists={lists} /> : null}
          {server.state.status === 'ready' ? <Refresh serverKey={server.key} /> : null}
        </div>
      </Disclosure>
    </section>
  );
}

function Means({ protocol }: { readonly protocol: ProtocolFacts }) {
  const t = useT();
  return (
    <dl className="facts">
      <dt>{t('protocol.offers')}</dt>
      <dd>
        <Names names={protocol.offers} />
      </dd>
      <dt>{t('protocol.declares')}</dt>
      <dd>
        <Names names={protocol.declares} />
      </dd>
      <dt>{t('protocol.listening')}</dt>
      <dd>
        <Listening protocol={protocol} />
      </dd>
      <dt>{t('protocol.health')}</dt>
      <dd>
        <HealthWords protocol={protocol} />
      </dd>
    </dl>
  );
}

/** Reads the lists of the server anew. */
function Refresh({ serverKey }: { readonly serverKey: string }) {
  const t = useT();
  const { run, isBusy, failure } = useRequest('server.relist');
  return (
    <div>
      {failure ? (
        <p className="form-failure" role="alert">
          {t(`failure.${failure.code}`)}
        </p>
      ) : null}
      <Button size="small" disabled={isBusy} onClick={() => void run({ serverKey })}>
        {t(isBusy ? 'protocol.refreshing' : 'protocol.refresh')}
      </Button>
    </div>
  );
}

function Names({ names }: { readonly names: readonly string[] }) {
  const t = useT();
  if (names.length === 0) return <span className="muted">{t('protocol.nothing')}</span>;
  return (
    <span className="technical">
      <ExactText text={names.join(', ')} />
    </span>
  );
}

function Listening({ protocol: { listening } }: { readonly protocol: ProtocolFacts }) {
  const t = useT();
  if (!listening) return <span className="muted">{t('protocol.listening.unasked')}</span>;
  return <Names names={listening.honoured} />;
}

/** What it was asked to tell of and will not. */
function Unheard({ protocol: { listening } }: { readonly protocol: ProtocolFacts }) {
  const t = useT();
  const refused = listening?.asked.filter((name) => !listening.honoured.includes(name)) ?? [];
  return refused.length > 0 ? <p className="protocol-warning">{t('protocol.listening.refused', { names: refused.join(', ') })}</p> : null;
}

function HealthWords({ protocol: { health } }: { readonly protocol: ProtocolFacts }) {
  const t = useT();
  const locale = useLocale();
  const isOff = useTopics((s) => s.settings.healthCheckSeconds === 0);
  if (!health) return <span className="muted">{t(isOff ? 'protocol.health.off' : 'protocol.health.none')}</span>;
  const words = { how: health.how, ms: health.ms, when: formatDate(locale, health.at, 'second'), detail: health.detail };
  return (
    <span className={health.isWell ? '' : 'protocol-warning'}>
      {t(health.isWell ? 'protocol.health.well' : 'protocol.health.ill', words)}
    </span>
  );
}

function Notes({ protocol: { instructionsCut, olderUntil } }: { readonly protocol: ProtocolFacts }) {
  const t = useT();
  const locale = useLocale();
  return (
    <>
      {instructionsCut === undefined ? null : (
        <p className="protocol-warning">{t('protocol.instructionsCut', { count: instructionsCut })}</p>
      )}
      {olderUntil === undefined ? null : (
        <p className="muted small">{t('protocol.older', { when: formatDate(locale, olderUntil, 'short') })}</p>
      )}
    </>
  );
}

function Lists({ lists }: { readonly lists: readonly ListFacts[] }) {
  const t = useT();
  const locale = useLocale();
  return (
    <table className="protocol-lists" aria-label={t('protocol.lists')}>
      <thead>
        <tr>
          <th scope="col">{t('protocol.list.name')}</th>
          <th scope="col">{t('protocol.list.items')}</th>
          <th scope="col">{t('protocol.list.pages')}</th>
          <th scope="col">{t('protocol.list.fetched')}</th>
          <th scope="col">{t('protocol.list.fresh')}</th>
        </tr>
      </thead>
      <tbody>
        {lists.map((list) => (
          <tr key={list.name}>
            <th scope="row">{t(`protocol.list.${list.name}`)}</th>
            <td>{list.items}</td>
            <td>{list.pages}</td>
            <td>{formatDate(locale, list.fetchedAt, 'second')}</td>
            <td>
              <Fresh until={list.freshUntil} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Fresh({ until }: { readonly until: number | undefined }) {
  const t = useT();
  const locale = useLocale();
  const now = useNow();
  if (until === undefined) return <span className="muted">{t('protocol.list.freshNone')}</span>;
  return <>{t(now < until ? 'protocol.list.freshUntil' : 'protocol.list.freshPast', { when: formatDate(locale, until, 'second') })}</>;
}

function Refusals({ protocol: { refusals } }: { readonly protocol: ProtocolFacts }) {
  const t = useT();
  return (
    <div className="server-problem">
      <p>{t('protocol.refusals')}</p>
      <ul className="plain">
        {refusals.map(({ method, toolName, needs }) => (
          <li key={`${method} ${toolName ?? ''}`}>
            <ExactText
              text={t('protocol.refusal', { what: toolName ?? method, needs: needs.map((need) => needInWords(t, need)).join(', ') })}
            />
          </li>
        ))}
      </ul>
      <p className="small">{t('protocol.refusal.hint', { title: t('permissions.title') })}</p>
    </div>
  );
}

const known = ['sampling', 'roots', 'elicitation'] as const;
/** A capability as people call it; one that is not known by its own name. */
function needInWords(t: Translate, need: string): string {
  const word = known.find((name) => name === need);
  return word ? t(`protocol.need.${word}`) : need;
}
