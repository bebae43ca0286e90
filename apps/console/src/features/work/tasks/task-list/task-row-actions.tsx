import { taskCalls, type Task } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { may } from '../../../../kit/api/may.ts';
import { RowMenu } from '../../../../kit/list/row-menu.tsx';
import { CopyDialog } from './copy-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { StartDialog } from './start-dialog.tsx';
import { StopDialog } from '../../../../shared/run/stop-dialog.tsx';
import { canPause, canResume } from '../../../../shared/run/run-rules.ts';
import { TemplateDialog } from '../templates/template-dialog.tsx';
import { useRunActions } from '../../../../shared/run/use-run-actions.ts';
import { useTaskMenu, type TaskDialog } from './use-task-menu.ts';

interface Props {
  task: Task;
  onDeleted?: () => void;
}

/** The actions on a task: start, or pause of its open run, as buttons; the others in the menu. */
export function TaskRowActions({ task, onDeleted }: Props) {
  const { t } = useTranslation('work/tasks');
  const [dialog, setDialog] = useState<TaskDialog | null>(null);
  const { pause, resume } = useRunActions();
  const items = useTaskMenu(task, setDialog);
  const { openRun } = task;
  const enabled = task.state !== 'DISABLED';
  const runs = may(taskCalls.start.allow);
  const close = () => setDialog(null);

  return (
    <>
      {runs && !openRun && enabled && (
        <Button icon="play" onClick={() => setDialog('start')}>
          {t('start')}
        </Button>
      )}
      {runs && openRun && task.pauses && canPause(openRun) && (
        <Button icon="pause" busy={pause.isPending} onClick={() => pause.mutate({ id: openRun.id })}>
          {t('pause')}
        </Button>
      )}
      {runs && openRun && task.pauses && canResume(openRun) && (
        <Button icon="play" busy={resume.isPending} onClick={() => resume.mutate({ id: openRun.id })}>
          {t('resume')}
        </Button>
      )}
      <RowMenu label={task.name} items={items} />
      {dialog === 'start' && <StartDialog task={task} onClose={close} />}
      {dialog === 'stop' && openRun && (
        <StopDialog run={{ ...task, id: openRun.id, kind: 'CLEANING', drivesTo: null }} onClose={close} />
      )}
      {dialog === 'copy' && <CopyDialog task={task} onClose={close} />}
      {dialog === 'template' && <TemplateDialog task={task} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog task={task} onClose={close} {...(onDeleted && { onDeleted })} />}
    </>
  );
}
