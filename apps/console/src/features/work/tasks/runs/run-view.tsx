import { pages, deviceTopic, reportCalls, runCalls, type Run } from '@sweepline/contract';
import { isOpenRun } from '@sweepline/contract/robot';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { may } from '../../../../kit/api/may.ts';
import { usePageName } from '../../../../kit/ui/page-name.ts';
import { PhaseTimeline } from '../../../../shared/robot/phase-timeline.tsx';
import { deviceName } from '../../../../shared/robot/use-device-choices.ts';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { useLive } from '../../../../kit/api/use-live.ts';
import { useNow } from '../../../../kit/format/use-now.ts';
import { RunMark } from '../../../../shared/words/run-mark.tsx';
import { ButtonLink } from '../button-link.tsx';
import { RunControls } from '../../../../shared/run/run-controls.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunMap } from './run-map.tsx';
import { useRunName } from '../../../../shared/run/use-run-name.ts';
import { RunRestButton } from '../../../../shared/run/run-rest-button.tsx';
import { RunWaits } from '../../../../shared/run/run-waits.tsx';
import { RunZones } from './run-zones.tsx';
import { withLive } from '../../../../shared/run/run-rules.ts';
import { useRunChanges } from './use-run-changes.ts';
import '../work-page.css';

/** One run, live: its map, the robot's activity, the progress, and the commands. */
export function RunView({ runId }: { runId: string }) {
  const { t } = useTranslation('work/tasks');
  const now = useNow();
  const runName = useRunName();
  const {
    data: run,
    error,
    refetch,
  } = useQuery({ ...callQuery(runCalls.detail, { id: runId }), meta: { silent: true } });
  const open = run !== undefined && isOpenRun(run.state);
  useRunChanges((changed) => changed === runId);
  useLive(open ? deviceTopic(run.device.id) : null, runCalls.detail, { id: runId }, (old, { live }) =>
    withLive(old, live),
  );
  const title = run && runName(run);
  usePageName(title);
  if (error && !run) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!run) return <Skeleton lines={8} />;

  return (
    <div className="work-page">
      <header className="sl-page-head">
        <div className="work-head">
          <h1>{title}</h1>
          <RunMark state={run.state} result={run.result} />
          <small>
            {deviceName(run.device)} · {run.device.sn}
          </small>
        </div>
        <div className="sl-page-actions">
          <RunRestButton run={run} />
          {open ? (
            <RunControls run={run} />
          ) : (
            run.kind === 'CLEANING' &&
            may(reportCalls.detail.allow) && (
              <ButtonLink look="main" icon="report" to={pages.report({ id: run.id })}>
                {t('openReport')}
              </ButtonLink>
            )
          )}
        </div>
      </header>
      <div className="work-map">
        <RunMap run={run} open={open} />
      </div>
      <aside className="work-side">
        <RunWaits run={run} />
        <RunFacts run={run} open={open} />
        <RunZones run={run} />
        <RunFamily run={run} />
        <PhaseTimeline
          question={t('phasesQuestion')}
          phases={run.phases}
          end={run.endedAt ?? new Date(now).toISOString()}
        />
      </aside>
    </div>
  );
}

/** Links to the run whose rest this one cleans, and to the run that cleans the rest of this one. */
function RunFamily({ run: { previousId, nextId } }: { run: Run }) {
  const { t } = useTranslation('work/tasks');
  if (previousId === null && nextId === null) return null;
  return (
    <section>
      {previousId !== null && (
        <p>
          <Link to={pages.task({ run: previousId })}>{t('restOf')}</Link>
        </p>
      )}
      {nextId !== null && (
        <p>
          <Link to={pages.task({ run: nextId })}>{t('restBy')}</Link>
        </p>
      )}
    </section>
  );
}
