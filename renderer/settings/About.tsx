import { useEffect, useRef, useState } from 'react';
import type { Output } from '#shared/ipc/contract.ts';
import { counted, useT } from '../i18n.ts';
import { failureOf } from '../ipc/client.ts';
import { useAct, usePage, usePageParts } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Diagnostics } from './Diagnostics.tsx';
import { TextDialog } from './TextDialog.tsx';
import { Updates } from './Updates.tsx';

type Facts = Output<'about.read'>;

/** What this is, where it keeps its things, and what helps when something is wrong. */
export function About() {
  const t = useT();
  const act = useAct();
  const about = useAbout();
  const { page } = usePageParts();
  const place = usePage((s) => s.settingsPlace);
  const [open, setOpen] = useState<'diagnostics' | 'notices' | null>(null);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (place === null || !about) return;
    section.current?.scrollIntoView({ block: 'start' });
    section.current?.focus({ preventScroll: true });
    if (place === 'about') page.setState({ settingsPlace: null });
  }, [place, about, page]);
  const close = (): void => {
    setOpen(null);
    page.setState({ settingsPlace: null });
  };
  return (
    <section className="settings-group about" aria-labelledby="settings-about" ref={section} tabIndex={-1}>
      <h2 id="settings-about">{t('settings.about')}</h2>
      {about === 'failed' ? <p className="muted">{t('failure.unavailable')}</p> : null}
      {about && about !== 'failed' ? <AboutFacts about={about} onNotices={() => setOpen('notices')} /> : null}
      <div className="about-actions">
        <Button onClick={() => setOpen('diagnostics')}>{t('about.copyDiagnostics')}</Button>
        <Button onClick={() => act('logs.open', {})}>{t('about.openLogs')}</Button>
      </div>
      <Updates />
      {open === 'diagnostics' || place === 'diagnostics' ? <Diagnostics onClose={close} /> : null}
      {open === 'notices' ? <Notices onClose={close} /> : null}
    </section>
  );
}

function useAbout(): Facts | 'failed' | undefined {
  const { client } = usePageParts();
  const [about, setAbout] = useState<Facts | 'failed'>();
  useEffect(() => {
    client.request('about.read', {}).then(setAbout, (thrown: unknown) => {
      setAbout('failed');
      return failureOf(thrown);
    });
  }, [client]);
  return about;
}

function AboutFacts({ about, onNotices }: { readonly about: Facts; readonly onNotices: () => void }) {
  const t = useT();
  return (
    <dl className="facts">
      <dt>{t('settings.version')}</dt>
      <dd>Steward {about.version}</dd>
      <dt>{t('settings.runtime')}</dt>
      <dd>
        Electron {about.electron} · Chromium {about.chrome} · Node {about.node}
      </dd>
      <dt>{t('about.system')}</dt>
      <dd>{about.system}</dd>
      <dt>{t('settings.dataFolder')}</dt>
      <dd className="technical">{about.userData}</dd>
      <dt>{t('settings.blocked')}</dt>
      <dd>{t(counted(about.blockedRequests, 'settings.blocked.one', 'settings.blocked.many'), { count: about.blockedRequests })}</dd>
      <dt>{t('about.licence')}</dt>
      <dd>
        {t('about.licence.text')} <span className="technical muted">https://www.apache.org/licenses/LICENSE-2.0</span>
      </dd>
      {about.hasNotices ? (
        <>
          <dt>{t('about.notices')}</dt>
          <dd>
            <Button size="small" onClick={onNotices}>
              {t('about.notices.show')}
            </Button>
          </dd>
        </>
      ) : null}
    </dl>
  );
}

function Notices({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  return <TextDialog title={t('about.notices')} read="about.notices" onClose={onClose} />;
}
