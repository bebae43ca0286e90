import { pages, videoSnapshotCalls, workOrderCalls, type VideoSnapshot } from '@sweepline/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { may } from '../../kit/api/may.ts';
import { useAction } from '../../kit/api/use-action.ts';
import { ConfirmDialog } from '../../kit/form/confirm-dialog.tsx';
import { Dialog } from '../../kit/form/dialog.tsx';
import { Ago } from '../../kit/format/ago.tsx';
import { formatTime } from '../../kit/format/format.ts';
import type { Column } from '../../kit/list/column.ts';
import { ListPage } from '../../kit/list/list-page.tsx';
import { RowMenu } from '../../kit/list/row-menu.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Empty } from '../../kit/ui/empty.tsx';
import { AttachToDialog } from './evidence/attach-to-dialog.tsx';
import { SnapshotPicture } from './snapshot-picture.tsx';
import './video.css';

type Step = { kind: 'show' | 'attach' | 'remove'; snapshot: VideoSnapshot };

/** The snapshots of a device: picture, when, which camera and by whom. */
export function SnapshotList({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('video');
  const navigate = useNavigate();
  const list = useList(videoSnapshotCalls.list, { deviceId });
  const [step, setStep] = useState<Step | null>(null);
  const close = () => setStep(null);
  const remove = useAction(videoSnapshotCalls.remove, { done: t('snapshotDeleted'), after: close });
  const show = useCallback((snapshot: VideoSnapshot) => setStep({ kind: 'show', snapshot }), []);
  const actions = useCallback(
    (snapshot: VideoSnapshot) => (
      <RowMenu
        label={t('snapshotOf', { at: formatTime(snapshot.takenAt) })}
        items={[
          {
            key: 'attach',
            text: t('evidence.attachTo'),
            icon: 'pin',
            run: () => setStep({ kind: 'attach', snapshot }),
          },
          may(workOrderCalls.add.allow) && {
            key: 'order',
            text: t('newOrder'),
            icon: 'wrench',
            run: () =>
              void navigate(pages.device({ id: deviceId, tab: 'workOrders', new: 1, snapshot: snapshot.id })),
          },
          {
            key: 'delete',
            text: t('deleteSnapshot'),
            icon: 'trash',
            danger: true,
            run: () => setStep({ kind: 'remove', snapshot }),
          },
        ]}
      />
    ),
    [t, navigate, deviceId],
  );
  const at = step ? formatTime(step.snapshot.takenAt) : '';
  return (
    <>
      <ListPage
        title={t('snapshots')}
        list={list}
        columns={useColumns(show)}
        rowActions={actions}
        empty={<Empty icon="camera" title={t('noSnapshots')} hint={t('noSnapshotsHint')} />}
      />
      {step?.kind === 'show' && (
        <Dialog open width={900} title={t('snapshotOf', { at })} footer={null} onCancel={close}>
          <SnapshotPicture id={step.snapshot.id} alt={t('snapshotOf', { at })} />
          <p className="sl-video-acts">
            <Button icon="pin" onClick={() => setStep({ kind: 'attach', snapshot: step.snapshot })}>
              {t('evidence.attachTo')}
            </Button>
          </p>
        </Dialog>
      )}
      {step?.kind === 'attach' && <AttachToDialog snapshot={step.snapshot} onClose={close} />}
      {step?.kind === 'remove' && (
        <ConfirmDialog
          title={t('deleteSnapshotTitle', { at })}
          act={t('deleteSnapshot')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ id: step.snapshot.id })}
          onClose={close}
        >
          {t('deleteSnapshotHint')}
        </ConfirmDialog>
      )}
    </>
  );
}

function useColumns(show: (snapshot: VideoSnapshot) => void) {
  const { t } = useTranslation('video');
  return useMemo<Column<VideoSnapshot>[]>(
    () => [
      {
        key: 'picture',
        title: t('show'),
        width: '180px',
        cell: (snapshot) => {
          const name = t('snapshotOf', { at: formatTime(snapshot.takenAt) });
          return (
            <button type="button" className="sl-video-thumb" aria-label={name} onClick={() => show(snapshot)}>
              <SnapshotPicture id={snapshot.id} alt="" />
            </button>
          );
        },
      },
      { key: 'takenAt', title: t('takenAt'), cell: ({ takenAt }) => <Ago at={takenAt} /> },
      { key: 'camera', title: t('whichCamera'), cell: ({ camera }) => t(`camera.${camera}`) },
      {
        key: 'viewer',
        title: t('takenBy'),
        cell: ({ viewer, company }) => (
          <>
            <strong>{viewer}</strong>
            <small>{company}</small>
          </>
        ),
      },
    ],
    [t, show],
  );
}
