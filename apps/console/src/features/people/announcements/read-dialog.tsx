import { announcementCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { RichText } from '../../../kit/ui/rich-text.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import './announcements.css';

/** The newest release notes in the user's language. Opening the dialog marks them as read. */
export function ReadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('people/announcements');
  const { data, error, refetch } = useQuery({
    ...callQuery(announcementCalls.newest, {}),
    meta: { silent: true },
  });
  // An impersonated session cannot mark them as read; the dialog shows no error for it.
  const { mutate: markRead } = useAction(announcementCalls.read, { done: null, quiet: true, silent: true });
  const unread = data?.read === false ? data.announcement?.id : undefined;
  useEffect(() => {
    if (unread !== undefined) markRead({ announcementId: unread });
  }, [unread, markRead]);

  const notes = data?.announcement;
  return (
    <Dialog open width={720} className="announcement" title={t('title')} onCancel={onClose} footer={null}>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton lines={8} />}
      {data && !notes && <Empty icon="report" title={t('none')} hint={t('noneHint')} />}
      {notes && (
        <>
          <p className="announcement-state">{t('isPublished', { when: formatTime(notes.publishTime) })}</p>
          <div lang={notes.lang.replace('_', '-')}>
            <RichText className="rich-text announcement-read" html={notes.description} />
          </div>
        </>
      )}
    </Dialog>
  );
}
