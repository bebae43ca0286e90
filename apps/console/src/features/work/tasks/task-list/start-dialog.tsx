import { pages, runCalls, taskCalls, type Task } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '../../../../kit/form/confirm-dialog.tsx';
import { formatArea } from '../../../../kit/format/format.ts';
import { deviceName } from '../../../../shared/robot/use-device-choices.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { Readiness } from '../../../../shared/run/readiness.tsx';
import { useActObstacle } from '../../../../shared/run/use-act-obstacle.ts';
import { Refusal } from '../../../../kit/form/refusal.tsx';

interface Props {
  task: Task;
  onClose: () => void;
}

/** A start moves a robot, so the dialog names the robot and its state. A refusal is shown in the dialog. */
export function StartDialog({ task, onClose }: Props) {
  const { t } = useTranslation('work/tasks');
  const navigate = useNavigate();
  const device = deviceName(task.device);
  const obstacle = useActObstacle('CLEAN', task.deviceId, task.mapId);
  const start = useAction(taskCalls.start, {
    done: t('startSent', { device }),
    also: [runCalls.list.family],
    silent: true,
    after: (run) => void navigate(pages.task({ run: run.id })),
  });
  return (
    <ConfirmDialog
      title={t('startTitle', { device, count: task.zones.length })}
      act={t('startAct', { device })}
      busy={start.isPending}
      disabled={obstacle !== undefined}
      onConfirm={() => start.mutate({ id: task.id })}
      onClose={onClose}
    >
      <div className="start-words">
        <p>
          {t('startHint', {
            areas: task.zones.map(({ name }) => name).join(', '),
            area: formatArea(task.plannedM2),
          })}
        </p>
        <Readiness deviceId={task.deviceId} mapId={task.mapId} />
        <Refusal error={start.error} />
      </div>
    </ConfirmDialog>
  );
}
