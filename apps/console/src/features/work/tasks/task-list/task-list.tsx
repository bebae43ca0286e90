import { pages, taskCalls, taskStates } from '@sweepline/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../../kit/api/allowed.tsx';
import { ChoiceFilter } from '../../../../kit/list/filter/choice-filter.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { useDeviceChoices } from '../../../../shared/robot/use-device-choices.ts';
import { SearchFilter } from '../../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../../kit/list/use-list.ts';
import { useWords } from '../../../../shared/words/use-words.ts';
import { ButtonLink } from '../button-link.tsx';
import { useTaskColumns } from './task-columns.tsx';
import { TaskRowActions } from './task-row-actions.tsx';

const shownStates = taskStates.filter((state) => state !== 'DELETED');

export function TaskList() {
  const { t } = useTranslation('work/tasks');
  const { choices } = useWords();
  const list = useList(taskCalls.list);
  const columns = useTaskColumns();
  const devices = useDeviceChoices(list.filters.deviceId);
  const rowActions = useCallback((task: (typeof list.rows)[number]) => <TaskRowActions task={task} />, []);
  return (
    <ListPage
      title={t('tasks')}
      list={list}
      columns={columns}
      rowActions={rowActions}
      filters={
        <>
          <SearchFilter placeholder={t('searchTasks')} />
          <ChoiceFilter
            name="deviceId"
            label={t('device')}
            options={devices.options}
            onSearch={devices.search}
          />
          <ChoiceFilter name="state" label={t('state')} options={choices('taskState', shownStates)} />
        </>
      }
      actions={
        <>
          <ButtonLink look="quiet" icon="copy" to={pages.taskTemplates()}>
            {t('templates')}
          </ButtonLink>
          <ButtonLink look="quiet" icon="clock" to={pages.calendar()}>
            {t('calendar')}
          </ButtonLink>
          <Allowed call={taskCalls.cleanNow}>
            <ButtonLink icon="play" to={pages.singleTask()}>
              {t('cleanNow')}
            </ButtonLink>
          </Allowed>
          <Allowed call={taskCalls.create}>
            <ButtonLink look="main" icon="plus" to={pages.task({ new: 1 })}>
              {t('newTask')}
            </ButtonLink>
          </Allowed>
        </>
      }
      empty={
        <Empty icon="task" title={t('noTasks')} hint={t('noTasksHint')}>
          <Allowed call={taskCalls.create}>
            <ButtonLink look="main" icon="plus" to={pages.task({ new: 1 })}>
              {t('newTask')}
            </ButtonLink>
          </Allowed>
        </Empty>
      }
    />
  );
}
