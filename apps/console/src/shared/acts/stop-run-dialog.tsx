import { runCalls, taskCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../kit/form/confirm-call-dialog.tsx';
import { deviceName } from '../robot/use-device-choices.ts';
import type { DailyDevice } from './daily-act-list.ts';

interface Props {
  device: DailyDevice;
  onClose: () => void;
}

/** Stops what the robot does now. A stopped run cannot be resumed, so the dialog names the robot. */
export function StopRunDialog({ device, onClose }: Props) {
  const { t } = useTranslation('acts');
  const name = deviceName(device);
  return (
    <ConfirmCallDialog
      title={t('stopTitle', { name })}
      call={runCalls.stop}
      input={{ id: device.live.runId ?? '' }}
      act={t('act.stop')}
      done={t('stopSent', { name })}
      also={[taskCalls.list.family]}
      onClose={onClose}
    >
      {t('stopHint')}
    </ConfirmCallDialog>
  );
}
