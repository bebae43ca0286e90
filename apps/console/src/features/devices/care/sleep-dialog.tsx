import { deviceCareCalls, type Device } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommandAction } from '../../../shared/command/use-command-action.ts';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { formatTime } from '../../../kit/format/format.ts';

const hours = [0, 1, 4, 8, 12] as const;

/** The wake-up time; a remote wake-up is possible at any time. */
export function SleepDialog({
  device,
  reason,
  onClose,
}: {
  device: Device;
  reason: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('devices/care');
  const [after, setAfter] = useState(0);
  const [openedMs] = useState(() => Date.now());
  const sleep = useCommandAction(deviceCareCalls.sleep, device, onClose);
  const wakeAt = after === 0 ? undefined : new Date(openedMs + after * 3_600_000).toISOString();
  return (
    <ConfirmDialog
      title={t('sleepTitle', { name: device.nickname })}
      act={t('sleep')}
      busy={sleep.isPending}
      onConfirm={() => sleep.mutate({ id: device.id, reason, ...(wakeAt && { wakeAt }) })}
      onClose={onClose}
    >
      <p>{t('sleepAfter')}</p>
      <fieldset className="care-until">
        <legend>{t('wakeItself')}</legend>
        {hours.map((value) => (
          <label key={value}>
            <input type="radio" name="after" checked={after === value} onChange={() => setAfter(value)} />
            {value === 0
              ? t('wakeNever')
              : t('wakeIn', {
                  count: value,
                  at: formatTime(new Date(openedMs + value * 3_600_000).toISOString()),
                })}
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
