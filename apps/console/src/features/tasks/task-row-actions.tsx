import { taskCalls, type Task } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '../../kit/button.tsx';
import { may } from '../../kit/may.ts';
import { RowMenu } from '../../kit/row-menu.tsx';
import { useAction } from '../../kit/use-action.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { StartDialog } from './start-dialog.tsx';
import { StopDialog } from './stop-dialog.tsx';
import { editAddress, runAddress } from './task-addresses.ts';
import { canPause, canResume, canStop } from './task-rules.ts';
import { useRunActions } from './use-run-actions.ts';

interface Props {
  task: Task;
  onDeleted?: () => void;
}

/** What can be done with a task now: its start, or its open run's pause, visible; the rest in the menu. */
export function TaskRowActions({ task, onDeleted }: Props) {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  const [asking, ask] = useState<'start' | 'stop' | 'delete' | null>(null);
  const { pause, resume } = useRunActions();
  const setEnabled = useAction(taskCalls.setEnabled, {
    done: ({ state, name }) => t(state === 'DISABLED' ? 'disabled' : 'enabled', { name }),
    undo: ({ id, version }, { enabled }) => setEnabled.mutate({ id, version, enabled: !enabled }),
    quiet: true,
  });
  const { openRun } = task;
  const enabled = task.state !== 'DISABLED';
  const runs = may(taskCalls.start.allow);
  const edits = may(taskCalls.update.allow);
  const close = () => ask(null);

  return (
    <>
      {runs && !openRun && enabled && (
        <Button icon="play" onClick={() => ask('start')}>
          {t('start')}
        </Button>
      )}
      {runs && openRun && canPause(openRun.state) && (
        <Button icon="pause" busy={pause.isPending} onClick={() => pause.mutate({ id: openRun.id })}>
          {t('pause')}
        </Button>
      )}
      {runs && openRun && canResume(openRun.state) && (
        <Button icon="play" busy={resume.isPending} onClick={() => resume.mutate({ id: openRun.id })}>
          {t('resume')}
        </Button>
      )}
      <RowMenu
        label={task.name}
        items={[
          openRun && {
            key: 'watch',
            text: t('watch'),
            icon: 'map',
            run: () => void navigate(runAddress(openRun.id)),
          },
          runs &&
            openRun &&
            canStop(openRun.state) && {
              key: 'stop',
              text: t('stop'),
              icon: 'stop',
              danger: true,
              run: () => ask('stop'),
            },
          edits && {
            key: 'edit',
            text: t('edit'),
            icon: 'edit',
            run: () => void navigate(editAddress(task.id)),
          },
          edits &&
            !openRun && {
              key: 'enable',
              text: t(enabled ? 'disable' : 'enable'),
              icon: enabled ? 'minus' : 'check',
              run: () => setEnabled.mutate({ id: task.id, version: task.version, enabled: !enabled }),
            },
          may(taskCalls.remove.allow) &&
            !openRun && {
              key: 'delete',
              text: t('delete'),
              icon: 'trash',
              danger: true,
              run: () => ask('delete'),
            },
        ]}
      />
      {asking === 'start' && <StartDialog task={task} onClose={close} />}
      {asking === 'stop' && openRun && <StopDialog run={{ ...task, id: openRun.id }} onClose={close} />}
      {asking === 'delete' && <DeleteDialog task={task} onClose={close} {...(onDeleted && { onDeleted })} />}
    </>
  );
}
