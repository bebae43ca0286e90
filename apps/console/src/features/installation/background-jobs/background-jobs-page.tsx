import { backgroundJobCalls, type BackgroundJob } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { Ago } from '../../../kit/format/ago.tsx';
import { formatClock, formatDuration, unknown } from '../../../kit/format/format.ts';
import { formatUnit } from '../../../kit/format/format-unit.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { OverviewPage } from '../../../kit/page/overview-page.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useJobName } from '../../../shared/words/use-job-name.ts';
import './background-jobs.css';

const refreshMs = 5_000;

const marks = {
  OK: { tone: 'working', icon: 'check' },
  FAILING: { tone: 'fault', icon: 'alert' },
  OVERDUE: { tone: 'waiting', icon: 'clock' },
  WAITING: { tone: 'quiet', icon: 'ring' },
} as const satisfies Record<BackgroundJob['state'], object>;

/** The server's background jobs: last run, next run and failures. */
export function BackgroundJobsPage() {
  const { t } = useTranslation('installation/background-jobs');
  const { data, error, refetch } = useQuery({
    ...callQuery(backgroundJobCalls.list, {}),
    refetchInterval: refreshMs,
    meta: { silent: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  const failing = data.jobs.filter(({ state }) => state === 'FAILING' || state === 'OVERDUE').length;
  return (
    <OverviewPage
      title={t('title')}
      note={failing > 0 ? t('failing', { count: failing }) : t('note')}
      actions={
        <Button icon="refresh" onClick={() => void refetch()}>
          {t('renew')}
        </Button>
      }
    >
      {data.jobs.length > 0 ? (
        <div className="bj-table">
          <JobTable jobs={data.jobs} />
        </div>
      ) : (
        <Empty icon="clock" title={t('empty')} hint={t('emptyHint')} />
      )}
    </OverviewPage>
  );
}

function JobTable({ jobs }: { jobs: readonly BackgroundJob[] }) {
  const { t } = useTranslation('installation/background-jobs');
  return (
    <PlainTable cards>
      <thead>
        <tr>
          <th scope="col">{t('job')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t('lastRun')}</th>
          <th scope="col">{t('duration')}</th>
          <th scope="col">{t('nextRun')}</th>
          <th scope="col">{t('lastFailure')}</th>
          <th scope="col">
            <span className="sl-sr-only">{t('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <JobRow key={job.name} job={job} />
        ))}
      </tbody>
    </PlainTable>
  );
}

function JobRow({ job }: { job: BackgroundJob }) {
  const { t } = useTranslation('installation/background-jobs');
  const name = useJobName()(job.name);
  const run = useAction(backgroundJobCalls.runNow, { done: t('started', { name }) });
  return (
    <tr>
      <th scope="row">
        {name}
        <small>{t('every', { duration: formatDuration(job.everySeconds) })}</small>
      </th>
      <td data-label={t('state')}>
        <StateMark {...marks[job.state]} word={t(`states.${job.state}`)} />
        {job.failuresInRow > 1 && <small>{t('failures', { count: job.failuresInRow })}</small>}
      </td>
      <td data-label={t('lastRun')}>
        <Ago at={job.lastEndedAt} />
      </td>
      <td className="bj-number" data-label={t('duration')}>
        {durationText(job.lastDurationMs)}
      </td>
      <td className="bj-number" data-label={t('nextRun')}>
        {formatClock(job.nextAt, true)}
      </td>
      <td data-label={t('lastFailure')}>
        <Ago at={job.lastFailedAt} />
        {job.lastFailure && <small className="bj-failure">{job.lastFailure}</small>}
      </td>
      <td className="bj-act">
        <Button look="quiet" disabled={run.isPending} onClick={() => run.mutate({ name: job.name })}>
          {t('runNow')}
        </Button>
      </td>
    </tr>
  );
}

const durationText = (ms: number | null) => (ms === null ? unknown : formatUnit(ms / 1_000, 'second'));
