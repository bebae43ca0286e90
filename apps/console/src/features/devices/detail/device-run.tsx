import { runCalls, topics, type Device, type DeviceLive } from '@sweepline/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { useTopic } from '../../../kit/api/use-live.ts';
import { RunCard } from '../../../shared/run/run-card.tsx';
import { withLive } from '../../../shared/run/run-rules.ts';

/** The current or last run of a device. */
export function DeviceRun({ device, live }: { device: Device; live: DeviceLive }) {
  const { t } = useTranslation('devices');
  const cache = useQueryClient();
  const now = live.run?.value;
  const [lastRunId, setLastRunId] = useState<string | null>(null);
  if (now && now.runId !== lastRunId) setLastRunId(now.runId);
  const runs = { deviceId: device.id, open: true, pageSize: 1 };
  const allowed = may(runCalls.list.allow);
  // A run waits on the server before the robot reports it: the command must stay visible.
  const waiting = useQuery({ ...callQuery(runCalls.list, runs), enabled: allowed, meta: { silent: true } })
    .data?.list[0];
  const id = now?.runId ?? waiting?.id ?? lastRunId;
  const run = useQuery({
    ...callQuery(runCalls.detail, { id: id ?? '' }),
    enabled: allowed && id !== null,
    meta: { silent: true },
  }).data;
  useTopic(topics.runs, ({ deviceId }) => {
    if (deviceId === device.id)
      void cache.invalidateQueries({
        queryKey: [runCalls.list.family],
        predicate: ({ queryKey }) => queryKey[1] !== runCalls.path.path,
      });
  });

  if (!run && !now) return <p className="sl-group-none">{t('noRun')}</p>;
  const figures = run ? withLive(run, live) : now;
  return <div className="sl-run">{figures && <RunCard run={run} figures={figures} />}</div>;
}
