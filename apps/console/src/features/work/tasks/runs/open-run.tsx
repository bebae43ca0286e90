import { deviceTopic, runCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../../kit/api/api.ts';
import { useLive } from '../../../../kit/api/use-live.ts';
import { unknown } from '../../../../kit/format/format.ts';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { deviceName } from '../../../../shared/robot/use-device-choices.ts';
import { RunCard } from '../../../../shared/run/run-card.tsx';
import { withLive } from '../../../../shared/run/run-rules.ts';
import { RunRestButton } from '../../../../shared/run/run-rest-button.tsx';
import { RunPlan } from './run-plan.tsx';
import { RunZones } from './run-zones.tsx';

/** One open run, live, with its robot and map. */
export function OpenRun({ runId }: { runId: string }) {
  const { data: run } = useQuery({ ...callQuery(runCalls.detail, { id: runId }), meta: { silent: true } });
  useLive(run ? deviceTopic(run.device.id) : null, runCalls.detail, { id: runId }, (old, { live }) =>
    withLive(old, live),
  );
  if (!run) return <Skeleton lines={4} />;
  return (
    <RunCard
      run={run}
      figures={run}
      place={`${deviceName(run.device)} · ${run.map?.name ?? unknown}`}
      actions={<RunRestButton run={run} quiet />}
    >
      <RunPlan run={run} />
      <RunZones run={run} />
    </RunCard>
  );
}
