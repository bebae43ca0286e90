import type { Run } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Readiness } from '../readiness.tsx';

/** Of a run whose robot has not taken the order: whether the robot is there at all, since when not, and how long it is waited for. */
export function RunWaits({ run }: { run: Pick<Run, 'state' | 'device' | 'map'> }) {
  const { t } = useTranslation('tasks');
  if (run.state !== 'WAITING') return null;
  return (
    <div className="run-waits">
      <Readiness deviceId={run.device.id} mapId={run.map?.id} />
      <small>{t('waitsHint')}</small>
    </div>
  );
}
