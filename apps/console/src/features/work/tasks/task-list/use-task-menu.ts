import {
  pages,
  mapDraftCalls,
  scheduleCalls,
  taskCalls,
  taskTemplateCalls,
  type Task,
} from '@sweepline/contract';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { may } from '../../../../kit/api/may.ts';
import type { RowMenu } from '../../../../kit/list/row-menu.tsx';
import { useAction } from '../../../../kit/api/use-action.ts';
import { canStop } from '../../../../shared/run/run-rules.ts';

/** The dialog that confirms an action. */
export type TaskDialog = 'start' | 'stop' | 'delete' | 'copy' | 'template';

type Items = ComponentProps<typeof RowMenu>['items'];

/** The actions on a task, except those beside the menu. */
export function useTaskMenu(task: Task, openDialog: (what: TaskDialog) => void): Items {
  const { t } = useTranslation('work/tasks');
  const navigate = useNavigate();
  const more = useMoreItems(task, openDialog);
  const setEnabled = useAction(taskCalls.setEnabled, {
    done: ({ state, name }) => t(state === 'DISABLED' ? 'disabled' : 'enabled', { name }),
    undo: ({ id, version }, { enabled }) => setEnabled.mutate({ id, version, enabled: !enabled }),
    quiet: true,
  });
  const { openRun } = task;
  const enabled = task.state !== 'DISABLED';
  const runs = may(taskCalls.start.allow);
  const edits = may(taskCalls.update.allow);
  return [
    openRun && {
      key: 'watch',
      text: t('watch'),
      icon: 'map',
      run: () => void navigate(pages.task({ run: openRun.id })),
    },
    runs &&
      openRun &&
      canStop(openRun.state) && {
        key: 'stop',
        text: t('stop'),
        icon: 'stop',
        danger: true,
        run: () => openDialog('stop'),
      },
    edits && {
      key: 'edit',
      text: t('edit'),
      icon: 'edit',
      run: () => void navigate(pages.task({ id: task.id, edit: 1 })),
    },
    edits &&
      !openRun && {
        key: 'enable',
        text: t(enabled ? 'disable' : 'enable'),
        icon: enabled ? 'minus' : 'check',
        run: () => setEnabled.mutate({ id: task.id, version: task.version, enabled: !enabled }),
      },
    ...more,
  ];
}

/** The actions that copy or delete a task. */
function useMoreItems(task: Task, openDialog: (what: TaskDialog) => void): Items {
  const { t } = useTranslation('work/tasks');
  const navigate = useNavigate();
  return [
    may(scheduleCalls.create.allow) && {
      key: 'plan',
      text: t('planTask'),
      icon: 'clock',
      run: () => void navigate(pages.calendar({ plan: task.id })),
    },
    may(mapDraftCalls.save.allow) && {
      key: 'map',
      text: t('editMap'),
      icon: 'polygon',
      run: () => void navigate(pages.mapEditor({ id: task.mapId, deviceId: task.deviceId })),
    },
    may(taskCalls.copy.allow) && {
      key: 'copy',
      text: t('copyToOthers'),
      icon: 'copy',
      run: () => openDialog('copy'),
    },
    may(taskTemplateCalls.save.allow) && {
      key: 'template',
      text: t('saveTemplate'),
      icon: 'bookmark',
      run: () => openDialog('template'),
    },
    may(taskCalls.remove.allow) &&
      !task.openRun && {
        key: 'delete',
        text: t('delete'),
        icon: 'trash',
        danger: true,
        run: () => openDialog('delete'),
      },
  ];
}
