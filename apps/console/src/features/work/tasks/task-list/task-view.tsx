import { pages, mapCalls, runCalls, taskCalls, type Task } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { Ago } from '../../../../kit/format/ago.tsx';
import { Allowed } from '../../../../kit/api/allowed.tsx';
import { callQuery } from '../../../../kit/api/api.ts';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { formatShare } from '../../../../kit/format/format.ts';
import { readerZone } from '../../../../kit/format/reader.ts';
import { formatTimeIn } from '../../../../kit/format/zone-time.ts';
import { usePageName } from '../../../../kit/ui/page-name.ts';
import { deviceName } from '../../../../shared/robot/use-device-choices.ts';
import { RunMark } from '../../../../shared/words/run-mark.tsx';
import { ButtonLink } from '../button-link.tsx';
import { Readiness } from '../../../../shared/run/readiness.tsx';
import { RunProgress } from '../../../../shared/run/run-progress.tsx';
import { cleanZonesOf } from '../task-form/task-form-values.ts';
import { TaskMark } from '../task-mark.tsx';
import { TaskWork } from './task-work.tsx';
import { TaskRowActions } from './task-row-actions.tsx';
import { TaskSync } from '../task-sync.tsx';
import { useRunChanges } from '../runs/use-run-changes.ts';
import { ZoneMap } from '../zone-map.tsx';
import '../work-page.css';

const recentRuns = 8;

/** One task: its place, its settings, the readiness of its robot, and the latest runs. */
export function TaskView({ task }: { task: Task }) {
  const { t } = useTranslation('work/tasks');
  const navigate = useNavigate();
  usePageName(task.name);
  useRunChanges();
  const map = useQuery({ ...callQuery(mapCalls.detail, { id: task.mapId }), meta: { silent: true } });

  return (
    <div className="work-page">
      <header className="sl-page-head">
        <div className="work-head">
          <h1>{task.name}</h1>
          <TaskMark task={task} />
        </div>
        <div className="sl-page-actions">
          {task.openRun && (
            <ButtonLink look="main" icon="map" to={pages.task({ run: task.openRun.id })}>
              {t('watch')}
            </ButtonLink>
          )}
          <Allowed call={taskCalls.update}>
            <ButtonLink icon="edit" to={pages.task({ id: task.id, edit: 1 })}>
              {t('edit')}
            </ButtonLink>
          </Allowed>
          <TaskRowActions task={task} onDeleted={() => void navigate(pages.tasks(), { replace: true })} />
        </div>
      </header>
      <div className="work-map">
        {map.error ? (
          <Failure error={map.error} onRetry={() => void map.refetch()} />
        ) : (
          <ZoneMap map={map.data} zones={cleanZonesOf(map.data)} chosen={task.zoneIds} />
        )}
      </div>
      <aside className="work-side">
        <section>
          <h2>{t('ready.question')}</h2>
          <p>
            {deviceName(task.device)}{' '}
            <small>
              {task.device.sn} · {task.device.model}
            </small>
          </p>
          <Readiness deviceId={task.deviceId} mapId={task.mapId} />
          <TaskSync task={task} />
          <NextPlan task={task} />
        </section>
        <TaskWork task={task} />
        <RecentRuns task={task} />
        <p className="work-note">
          {task.createdBy ? t('createdBy', { who: task.createdBy }) : t('created')}{' '}
          <Ago at={task.createdAt} /> · {t('changedBy', { who: task.updatedBy })} <Ago at={task.updatedAt} />
        </p>
      </aside>
    </div>
  );
}

function NextPlan({ task }: { task: Task }) {
  const { t } = useTranslation('work/tasks');
  const { nextDueAt, nextDueTimezone } = task;
  return (
    <p>
      {nextDueAt
        ? t('nextAt', { at: formatTimeIn(nextDueAt, nextDueTimezone ?? readerZone()) })
        : t('notPlanned')}{' '}
      <ButtonLink look="quiet" icon="clock" to={pages.calendar({ plan: task.id })}>
        {t('planTask')}
      </ButtonLink>
    </p>
  );
}

function RecentRuns({ task }: { task: Task }) {
  const { t } = useTranslation('work/tasks');
  const { data } = useQuery(callQuery(runCalls.list, { taskId: task.id, page: 1, pageSize: recentRuns }));
  if (!data) return null;
  return (
    <section>
      <h2>{t('runsQuestion')}</h2>
      {data.list.length === 0 && <p className="work-note">{t('neverRun')}</p>}
      <ul className="work-runs">
        {data.list.map((run) => (
          <li key={run.id}>
            <Link to={pages.task({ run: run.id })}>
              <RunMark state={run.state} result={run.result} />
              <span>
                <Ago at={run.startedAt ?? run.createdAt} />
              </span>
              {run.endedAt ? <span>{formatShare(run.coverage)}</span> : <RunProgress run={run} />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
