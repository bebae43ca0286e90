import { pages, taskCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { ButtonLink } from '../button-link.tsx';
import { RunView } from '../runs/run-view.tsx';
import { TaskEditPage } from '../task-form/task-edit-page.tsx';
import { TaskView } from './task-view.tsx';

/** A new task, one task, or one run, depending on the URL. */
export function TaskDetailPage() {
  const { t } = useTranslation('work/tasks');
  const [params] = useSearchParams();
  const [id, run] = [params.get('id'), params.get('run')];
  if (params.get('new')) return <TaskEditPage />;
  if (run) return <RunView key={run} runId={run} />;
  if (id) return <OneTask key={id} id={id} edit={params.get('edit') !== null} />;
  return (
    <Empty icon="task" title={t('noTask')} hint={t('noTaskHint')}>
      <ButtonLink to={pages.tasks()}>{t('tasks')}</ButtonLink>
    </Empty>
  );
}

function OneTask({ id, edit }: { id: string; edit: boolean }) {
  const {
    data: task,
    error,
    refetch,
  } = useQuery({ ...callQuery(taskCalls.detail, { id }), meta: { silent: true } });
  if (error && !task) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!task) return <Skeleton lines={8} />;
  if (edit) return <TaskEditPage task={task} />;
  return <TaskView task={task} />;
}
