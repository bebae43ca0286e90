import type { Run } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Readiness } from './readiness.tsx';

/** For a run its robot has not accepted: the state of the robot and how long the server waits. */
export function RunWaits({ run }: { run: Pick<Run, 'state' | 'device' | 'map'> }) {
  const { t } = useTranslation('run');
  if (run.state !== 'WAITING') return null;
  return (
    <div className="run-waits">
      <Readiness deviceId={run.device.id} mapId={run.map?.id} />
      <small>{t('waitsHint')}</small>
    </div>
  );
}
