import { taskCalls, type Task } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../kit/form/confirm-dialog.tsx';
import { useAction } from '../../../../kit/api/use-action.ts';
import { Refusal } from '../../../../kit/form/refusal.tsx';

interface Props {
  task: Pick<Task, 'id' | 'name'>;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteDialog({ task, onClose, onDeleted }: Props) {
  const { t } = useTranslation('work/tasks');
  const restore = useAction(taskCalls.restore, { done: t('restored', { name: task.name }), quiet: true });
  const remove = useAction(taskCalls.remove, {
    done: t('deleted', { name: task.name }),
    undo: () => restore.mutate({ id: task.id }),
    silent: true,
    after: () => {
      onClose();
      onDeleted?.();
    },
  });
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name: task.name })}
      act={t('deleteAct')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id: task.id })}
      onClose={onClose}
    >
      <p>{t('deleteHint')}</p>
      <Refusal error={remove.error} />
    </ConfirmDialog>
  );
}
