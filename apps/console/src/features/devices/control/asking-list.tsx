import { deviceControlCalls, type DriveStatus } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { useAction } from '../../../kit/api/use-action.ts';

/** The users who request control. Handing over stops the robot first. */
export function AskingList({ deviceId, asking }: { deviceId: string; asking: DriveStatus['asking'] }) {
  const { t } = useTranslation('devices/control');
  const handOver = useAction(deviceControlCalls.handOver, { done: null, also: ['driveSessions'] });
  return (
    <div aria-live="assertive">
      {asking.map(({ accountId, name }) => (
        <p key={accountId} className="sl-drive-asking">
          <span>{t('asks', { name })}</span>
          <Button busy={handOver.isPending} onClick={() => handOver.mutate({ id: deviceId, accountId })}>
            {t('handOver')}
          </Button>
        </p>
      ))}
    </div>
  );
}
