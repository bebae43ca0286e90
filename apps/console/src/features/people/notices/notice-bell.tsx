import { Popover } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { Icon } from '../../../kit/ui/icon.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { usePopUps } from './pop-ups.ts';
import { badgeText } from './unread.ts';
import { useBell } from './use-bell.ts';
import './notice-bell.css';

const NoticePanel = lazy(() => lazyPart(() => import('./notice-panel.tsx').then((m) => m.NoticePanel)));
const PopUpStack = lazy(() => lazyPart(() => import('./pop-up-stack.tsx').then((m) => m.PopUpStack)));

const PanelSkeleton = () => (
  <div className="bell-panel">
    <Skeleton lines={5} />
  </div>
);

/** Bell of the top bar, with the unread count, the notice panel and the pop-ups. */
export function NoticeBell() {
  const { t } = useTranslation('people/notices');
  const counts = useBell();
  const popUps = usePopUps();
  const [open, setOpen] = useState(false);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const badge = badgeText(total);
  return (
    <>
      <Popover
        trigger="click"
        placement="bottomRight"
        arrow={false}
        destroyOnHidden
        classNames={{ root: 'bell-overlay', container: 'bell-popover' }}
        open={open}
        onOpenChange={setOpen}
        content={
          <Suspense fallback={<PanelSkeleton />}>
            <NoticePanel counts={counts} onClose={() => setOpen(false)} />
          </Suspense>
        }
      >
        <button
          type="button"
          className="sl-button sl-button-quiet sl-button-bare bell"
          title={t('bell')}
          aria-label={total > 0 ? t('bellUnread', { count: total, shown: badge }) : t('bell')}
          aria-expanded={open}
        >
          <Icon name="bell" size={17} />
          {total > 0 && (
            <span className="bell-badge" aria-hidden="true">
              {badge}
            </span>
          )}
        </button>
      </Popover>
      {popUps.shown.length > 0 && (
        <Suspense>
          <PopUpStack popUps={popUps} onMore={() => setOpen(true)} />
        </Suspense>
      )}
    </>
  );
}
