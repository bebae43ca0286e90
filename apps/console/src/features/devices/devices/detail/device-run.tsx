import { runCalls, topics, type Device, type DeviceLive } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTopic } from '../../../../kit/api/use-live.ts';
import { RunCard } from '../../../../shared/run/run-card.tsx';
import { withLive } from '../../../../shared/run/run-rules.ts';
import { useDeviceRun } from './use-device-run.ts';

/** The current or last run of a device. */
export function DeviceRun({ device, live }: { device: Device; live: DeviceLive }) {
  const { t } = useTranslation('devices/devices');
  const cache = useQueryClient();
  const now = live.run?.value;
  const run = useDeviceRun(device.id, live);
  useTopic(topics.runs, ({ deviceId }) => {
    if (deviceId === device.id)
      void cache.invalidateQueries({
        queryKey: [runCalls.list.family],
        predicate: ({ queryKey }) => queryKey[1] !== runCalls.path.path,
      });
  });

  if (!run && !now) return <p className="sl-group-none">{t('noRun')}</p>;
  const figures = run ? withLive(run, live) : now;
  return <div className="sl-run">{figures && <RunCard run={run} figures={figures} keys />}</div>;
}
