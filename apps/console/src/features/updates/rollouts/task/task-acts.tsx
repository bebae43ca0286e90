import { otaTaskCalls, otaTaskMay, pages, type OtaTaskAct, type OtaTaskDetail } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../../kit/api/may.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { formatNumber } from '../../../../kit/format/format.ts';
import { RowMenu } from '../../../../kit/list/row-menu.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { ApproveButton } from '../../../../shared/approval/approve-button.tsx';
import { TaskDialog, type DialogName } from './task-dialogs.tsx';

const { approve, pause, resume, cancel, retry, rollBack, update } = otaTaskCalls;

/** What the user may do with a rollout in its present state. */
export function TaskActs({ task }: { task: OtaTaskDetail }) {
  const { t } = useTranslation('updates/rollouts');
  const [dialog, setDialog] = useState<DialogName>();
  const { id, name, state, counts } = task;
  const can = (act: OtaTaskAct, { allow }: Pick<typeof approve, 'allow'>) =>
    otaTaskMay(state, act) && may(allow);
  const again = useAction(retry, {
    done: t('retried', { count: counts.failed, number: formatNumber(counts.failed) }),
  });
  const mayRetry = counts.failed > 0 && can('RETRY', retry);
  // Robots of a rollback have no further version to return to.
  const mayRollBack = task.kind === 'UPDATE' && counts.successful > 0 && may(rollBack.allow);
  const mayResume = can('RESUME', resume);
  return (
    <>
      {can('UPDATE', update) && (
        <Link className="sl-button sl-button-main" to={pages.otaTask({ id, tab: 'edit' })}>
          {t('edit')}
        </Link>
      )}
      {can('APPROVE', approve) && (
        <>
          <Button onClick={() => setDialog('refuse')}>{t('refuse')}</Button>
          <ApproveButton fault={task.approvalFault} onApprove={() => setDialog('approve')}>
            {t('approve')}
          </ApproveButton>
        </>
      )}
      {mayRetry && (
        <Button icon="refresh" busy={again.isPending} onClick={() => again.mutate({ id })}>
          {t('retry', { count: counts.failed, number: formatNumber(counts.failed) })}
        </Button>
      )}
      {can('PAUSE', pause) && <PauseButton task={task} />}
      {mayResume && (
        <Button look="main" icon="play" onClick={() => setDialog('resume')}>
          {t('resume')}
        </Button>
      )}
      <RowMenu
        label={name}
        items={[
          mayRollBack && {
            key: 'rollBack',
            text: t('rollBack'),
            icon: 'undo',
            run: () => setDialog('rollBack'),
          },
          can('CANCEL', cancel) && {
            key: 'cancel',
            text: t('cancel'),
            icon: 'close',
            danger: true,
            separate: true,
            run: () => setDialog('cancel'),
          },
        ]}
      />
      <TaskDialog task={task} name={dialog} onClose={() => setDialog(undefined)} />
    </>
  );
}

/** A pause is undone by resuming, so it is not confirmed. */
function PauseButton({ task: { id, name } }: { task: OtaTaskDetail }) {
  const { t } = useTranslation('updates/rollouts');
  const goOn = useAction(resume, { done: t('resumed', { name }) });
  const stop = useAction(pause, {
    done: t('paused', { name }),
    undo: () => goOn.mutate({ id }),
  });
  return (
    <Button icon="pause" busy={stop.isPending} onClick={() => stop.mutate({ id })}>
      {t('pause')}
    </Button>
  );
}
