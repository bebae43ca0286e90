import {
  pages,
  runCalls,
  runStates,
  taskCalls,
  taskStates,
  type deviceCalls,
  type Output,
} from '@sweepline/contract';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { Segments } from '../../../kit/ui/segments.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useWords } from '../../../shared/words/use-words.ts';
import { ButtonLink } from './button-link.tsx';
import { useRunColumns } from './runs/run-columns.tsx';
import { RunRowActions } from './runs/run-row-actions.tsx';
import { useTaskColumns } from './task-list/task-columns.tsx';
import { TaskRowActions } from './task-list/task-row-actions.tsx';
import { useRunChanges } from './runs/use-run-changes.ts';
import './device-tasks-tab.css';

const shownStates = taskStates.filter((state) => state !== 'DELETED');

/** The page names the robot, so a robot column would repeat it in each row. */
const useWithoutDevice = <C extends { key: string }>(columns: readonly C[]) =>
  useMemo(() => columns.filter(({ key }) => key !== 'device'), [columns]);

/** The tasks and runs of one robot, with start and stop. */
export function DeviceTasksTab({ detail: { device } }: { detail: Output<typeof deviceCalls.detail> }) {
  const { t } = useTranslation('work/tasks');
  const [params, setParams] = useSearchParams();
  const view = params.get('view') === 'runs' ? 'runs' : 'tasks';
  useRunChanges();
  // The filters of one list do not apply to the other.
  const show = (next: 'tasks' | 'runs') =>
    setParams({ id: device.id, tab: 'tasks', ...(next === 'runs' && { view: next }) }, { replace: true });
  return (
    <div className="device-tasks">
      <Segments
        label={t('views')}
        value={view}
        options={(['tasks', 'runs'] as const).map((value) => ({ value, text: t(value) }))}
        onChange={show}
      />
      {view === 'runs' ? <RunsOf deviceId={device.id} /> : <TasksOf deviceId={device.id} />}
    </div>
  );
}

const NewTask = ({ deviceId }: { deviceId: string }) => {
  const { t } = useTranslation('work/tasks');
  return (
    <Allowed call={taskCalls.create}>
      <ButtonLink look="main" icon="plus" to={pages.task({ new: 1, deviceId })}>
        {t('newTask')}
      </ButtonLink>
    </Allowed>
  );
};

const CleanNow = ({ deviceId }: { deviceId: string }) => {
  const { t } = useTranslation('work/tasks');
  return (
    <Allowed call={taskCalls.cleanNow}>
      <ButtonLink icon="play" to={pages.singleTask({ deviceId })}>
        {t('cleanNow')}
      </ButtonLink>
    </Allowed>
  );
};

function TasksOf({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('work/tasks');
  const { choices } = useWords();
  const list = useList(taskCalls.list, { deviceId });
  const rowActions = useCallback((task: (typeof list.rows)[number]) => <TaskRowActions task={task} />, []);
  return (
    <ListPage
      title={t('tasks')}
      list={list}
      columns={useWithoutDevice(useTaskColumns())}
      rowActions={rowActions}
      filters={
        <>
          <SearchFilter placeholder={t('searchTasks')} />
          <ChoiceFilter name="state" label={t('state')} options={choices('taskState', shownStates)} />
        </>
      }
      actions={
        <>
          <CleanNow deviceId={deviceId} />
          <NewTask deviceId={deviceId} />
        </>
      }
      empty={
        <Empty icon="task" title={t('noTasks')} hint={t('noTasksHint')}>
          <NewTask deviceId={deviceId} />
        </Empty>
      }
    />
  );
}

function RunsOf({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('work/tasks');
  const { choices } = useWords();
  const list = useList(runCalls.list, { deviceId });
  const rowActions = useCallback((run: (typeof list.rows)[number]) => <RunRowActions run={run} />, []);
  return (
    <ListPage
      title={t('runs')}
      list={list}
      columns={useWithoutDevice(useRunColumns())}
      rowActions={rowActions}
      filters={
        <>
          <SearchFilter placeholder={t('searchRuns')} />
          <ChoiceFilter name="state" label={t('state')} options={choices('runState', runStates)} several />
        </>
      }
      actions={<CleanNow deviceId={deviceId} />}
      empty={
        <Empty icon="clean" title={t('noRuns')} hint={t('noRunsHint')}>
          <CleanNow deviceId={deviceId} />
        </Empty>
      }
    />
  );
}
