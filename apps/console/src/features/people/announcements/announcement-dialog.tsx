import { announcementCalls, type Announcement } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { LeaveGuard } from '../../../kit/form/leave-guard.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { EditView } from './edit-view.tsx';
import { EntryView } from './entry-view.tsx';
import { HistoryView } from './history-view.tsx';
import { useDraft } from './use-draft.ts';
import './announcements.css';

/** The view of the dialog: 0 the editor, 1 the history, 2 one entry of it. */
type View = { at: 0 } | { at: 1 } | { at: 2; entry: Announcement };

/** The editor for release notes. Each opening starts with the server's current text. */
export function AnnouncementDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('people/announcements');
  const [views, setViews] = useState<View[]>([{ at: 0 }]);
  const [leaving, setLeaving] = useState(false);
  const draft = useDraft();
  const history = useQuery({
    ...callQuery(announcementCalls.list, { enablePage: false }),
    staleTime: 0,
    meta: { silent: true },
  });
  const view = views.at(-1) ?? { at: 0 };
  const goTo = (next: View) => setViews([...views, next]);
  const titles = { 0: t('title'), 1: t('historyTitle'), 2: t('historyTitle') };
  const close = () => (draft.unsaved ? setLeaving(true) : onClose());

  return (
    <Dialog
      open
      width={880}
      className="announcement"
      onCancel={close}
      footer={null}
      title={
        <span className="announcement-title">
          {view.at > 0 && (
            <Button
              look="quiet"
              icon="left"
              aria-label={t('back')}
              onClick={() => setViews(views.slice(0, -1))}
            />
          )}
          {titles[view.at]}
        </span>
      }
    >
      {view.at === 0 && draft.error && <Failure error={draft.error} onRetry={draft.retry} />}
      {view.at === 0 && !draft.error && !draft.ready && <Skeleton lines={8} />}
      {view.at === 0 && draft.ready && <EditView draft={draft} onHistory={() => goTo({ at: 1 })} />}
      {view.at === 1 && (
        <HistoryView
          entries={history.data?.list}
          error={history.error}
          onRetry={() => void history.refetch()}
          onOpen={(entry) => goTo({ at: 2, entry })}
        />
      )}
      {view.at === 2 && <EntryView entry={view.entry} />}
      <LeaveGuard unsaved={draft.unsaved} />
      {leaving && (
        <ConfirmDialog
          title={t('leaveTitle')}
          act={t('leave')}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          {t('leaveHint')}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
