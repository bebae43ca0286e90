import { deviceCareCalls, type Consumable, type Device } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommandAction } from '../../../shared/command/use-command-action.ts';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { useWords } from '../../../shared/words/use-words.ts';
import { NumberField } from './number-field.tsx';

interface Props {
  device: Device;
  part: Consumable;
  onClose: () => void;
}

/** Resets the hours of a replaced consumable. Another make can have a longer life. */
export function ResetDialog({ device, part, onClose }: Props) {
  const { t } = useTranslation('devices/care');
  const { word } = useWords();
  const [life, setLife] = useState(part.lifeHours ?? 300);
  const [reason, setReason] = useState('');
  const reset = useCommandAction(deviceCareCalls.resetConsumable, device, onClose);
  const changed = life !== part.lifeHours && { lifeHours: life };
  return (
    <ConfirmDialog
      title={t('resetTitle', { part: word('consumable', part.id), name: device.nickname })}
      act={t('reset')}
      busy={reset.isPending}
      onConfirm={() => reset.mutate({ id: device.id, part: part.id, reason, ...changed })}
      onClose={onClose}
    >
      <p>{t('resetHint')}</p>
      <div className="care-reset">
        <NumberField
          label={t('life')}
          unit="h"
          value={life}
          step={10}
          range={[1, 10_000]}
          onChange={(hours) => setLife(Math.round(hours))}
        />
        <label className="care-reason">
          <span>{t('reason')}</span>
          <input
            className="sl-input"
            value={reason}
            maxLength={200}
            onChange={({ target }) => setReason(target.value)}
          />
        </label>
      </div>
    </ConfirmDialog>
  );
}
