import { taskCalls, type Task } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../kit/api/use-action.ts';
import { ManyDialog } from './many-dialog.tsx';

/** Copies a task to other robots. */
export function CopyDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTranslation('work/tasks');
  const copy = useAction(taskCalls.copy, { done: null, silent: true });
  return (
    <ManyDialog
      title={t('copyTitle', { name: task.name })}
      act={t('copyAct')}
      without={task.deviceId}
      busy={copy.isPending}
      error={copy.error}
      outcomes={copy.data?.devices}
      onAct={(deviceIds) => copy.mutate({ id: task.id, deviceIds })}
      onClose={onClose}
    />
  );
}
