import { pages, deviceTopic, runCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { reading } from '../../../kit/api/api.ts';
import { Figure } from '../../../kit/ui/figure.tsx';
import { formatClock, formatDuration, unknown } from '../../../kit/format/format.ts';
import { deviceName } from '../../../shared/robot/use-device-choices.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useLive } from '../../../kit/api/use-live.ts';
import { useNow } from '../../../kit/format/use-now.ts';
import { RunMark } from '../../../shared/words/run-mark.tsx';
import { useWords } from '../../../shared/words/use-words.ts';
import { RunControls } from '../../../shared/run/run-controls.tsx';
import { RunProgress } from '../../../shared/run/run-progress.tsx';
import { RunRestButton } from './run-rest-button.tsx';
import { RunWaits } from '../../../shared/run/run-waits.tsx';
import { RunZones } from './run-zones.tsx';
import { withLive, type RunDetail } from '../../../shared/run/run-rules.ts';

/** One open run: its place, duration, next step, and the commands for its robot. */
export function RunCard({ runId }: { runId: string }) {
  const { t } = useTranslation('tasks');
  const { data: run } = useQuery({ ...reading(runCalls.detail, { id: runId }), meta: { silent: true } });
  useLive(run ? deviceTopic(run.device.id) : null, runCalls.detail, { id: runId }, (old, { live }) =>
    withLive(old, live),
  );
  if (!run) return <Skeleton lines={4} />;
  return (
    <article className="run-card" aria-label={run.name}>
      <header>
        <span>
          <Link to={pages.task({ run: run.id })}>{run.name || t(`kinds.${run.kind}`)}</Link>
          <small>
            {deviceName(run.device)} · {run.map?.name ?? unknown}
          </small>
        </span>
        <RunMark state={run.state} />
      </header>
      {run.kind === 'CLEANING' && <RunProgress run={run} />}
      <PhaseLine run={run} />
      <RunWaits run={run} />
      <RunZones run={run} />
      <footer>
        <RunControls run={run} />
        <RunRestButton run={run} quiet />
      </footer>
    </article>
  );
}

/** The phases so far, each with its start time; the current phase with its duration. */
function PhaseLine({ run }: { run: RunDetail }) {
  const { t } = useTranslation('tasks');
  const { word } = useWords();
  const now = useNow();
  const last = run.phases.at(-1);
  return (
    <p className="run-phase">
      <span
        title={run.phases.map(({ phase, at }) => `${formatClock(at)} ${word('phase', phase)}`).join('\n')}
      >
        {run.phase ? word('phase', run.phase) : t('waitsForRobot')}
        {last && (
          <small>
            {formatClock(last.at)} · {formatDuration((now - Date.parse(last.at)) / 1000)}
          </small>
        )}
      </span>
      <span>
        <small>{t('eta')}</small> <Figure value={formatDuration(run.etaS)} />
      </span>
    </p>
  );
}
