import { Info, TriangleAlert, X } from 'lucide-react';
import type { Notice } from '#shared/notices.ts';
import { useT } from '../i18n.ts';
import { useAct, useTopics } from '../ipc/hooks.ts';
import { IconButton } from '../ui/Button.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import './Notices.css';

/** What the whole app has to say until it is mended, calmly, above everything else. */
export function Notices() {
  const notices = useTopics((s) => s.notices);
  return (
    <div className="notices" role="status">
      {notices.map((notice) => (
        <NoticeView key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

const grave: readonly Notice['code'][] = ['not-saved', 'database-replaced', 'internal'];

function NoticeView({ notice }: { readonly notice: Notice }) {
  const t = useT();
  const act = useAct();
  const isGrave = grave.includes(notice.code);
  const Icon = notice.code === 'orphans-swept' ? Info : TriangleAlert;
  return (
    <div className={`notice ${isGrave ? 'grave' : ''}`}>
      <Icon size={16} aria-hidden="true" />
      <div className="notice-words">
        <p>{t(`notice.${notice.code}`)}</p>
        {notice.detail ? (
          <Disclosure summary={t('app.details')}>
            <p className="notice-detail">{notice.detail}</p>
          </Disclosure>
        ) : null}
      </div>
      {notice.dismissible ? (
        <IconButton label={t('app.dismiss')} onClick={() => act('notice.dismiss', { id: notice.id })}>
          <X size={16} />
        </IconButton>
      ) : null}
    </div>
  );
}
