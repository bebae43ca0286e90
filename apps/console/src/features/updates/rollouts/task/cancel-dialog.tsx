import { otaTaskCalls, pages, type OtaTaskDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAction } from '../../../../kit/api/use-action.ts';
import { ConfirmDialog } from '../../../../kit/form/confirm-dialog.tsx';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { formatNumber } from '../../../../kit/format/format.ts';
import { Button } from '../../../../kit/ui/button.tsx';

interface Props {
  task: OtaTaskDetail;
  onClose: () => void;
}

/** Cancels a rollout, and then names the robots that cannot be stopped any more. */
export function CancelDialog({ task: { id, name, counts }, onClose }: Props) {
  const { t } = useTranslation('updates/rollouts');
  const { t: kit } = useTranslation('kit');
  const action = useAction(otaTaskCalls.cancel, {
    done: t('canceled', { name }),
    after: ({ installing }) => {
      if (installing.length === 0) onClose();
    },
  });
  const installing = action.data?.installing ?? [];
  if (installing.length > 0)
    return (
      <Dialog
        open
        title={t('installingTitle', { count: installing.length, number: formatNumber(installing.length) })}
        onCancel={onClose}
        footer={
          <Button look="main" autoFocus onClick={onClose}>
            {kit('close')}
          </Button>
        }
      >
        <p>{t('installingHint')}</p>
        <ul className="rollout-installing">
          {installing.map((robot) => (
            <li key={robot.id}>
              <Link to={pages.device({ id: robot.id, tab: 'updates' })}>{robot.nickname || robot.sn}</Link>{' '}
              <small>{robot.sn}</small>
            </li>
          ))}
        </ul>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={t('cancelTitle', { name })}
      act={t('cancel')}
      busy={action.isPending}
      onConfirm={() => action.mutate({ id })}
      onClose={onClose}
    >
      <p>{t('cancelHint')}</p>
      {counts.upgrading > 0 && (
        <p>{t('cancelUpgrading', { count: counts.upgrading, number: formatNumber(counts.upgrading) })}</p>
      )}
      {counts.successful > 0 && (
        <p>{t('cancelSuccessful', { count: counts.successful, number: formatNumber(counts.successful) })}</p>
      )}
    </ConfirmDialog>
  );
}
