import type { Output, taskCalls } from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { DevicePicker } from '../../../../shared/device-picker/device-picker.tsx';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { Refusal } from '../../../../kit/form/refusal.tsx';
import '../runs/runs-page.css';

type Outcomes = Output<typeof taskCalls.copy>['devices'];

interface Props {
  title: string;
  act: string;
  /** Fields for the name of the tasks; left out where they keep their name. */
  name?: { value: string; change: (name: string) => void };
  without?: string;
  busy: boolean;
  error: Error | null;
  outcomes: Outcomes | undefined;
  onAct: (deviceIds: string[]) => void;
  onClose: () => void;
}

/** An action for many robots: selection, execution, and the result of each robot. */
export function ManyDialog(props: Props) {
  const { title, act, name, without, busy, error, outcomes, onAct, onClose } = props;
  const { t } = useTranslation('work/tasks');
  const [chosen, choose] = useState<string[]>([]);
  return (
    <Dialog
      open
      title={title}
      onCancel={onClose}
      width={560}
      footer={
        outcomes ? (
          <Button look="main" autoFocus onClick={onClose}>
            {t('close')}
          </Button>
        ) : (
          <Button
            look="main"
            busy={busy}
            disabled={chosen.length === 0 || name?.value.trim() === ''}
            onClick={() => onAct(chosen)}
          >
            {act}
          </Button>
        )
      }
    >
      {outcomes ? (
        <ul className="many-outcomes">
          {outcomes.map(({ deviceId, deviceName, reason }) => (
            <li key={deviceId}>
              <span>{deviceName}</span>
              <StateMark
                tone={reason === null ? 'working' : 'fault'}
                icon={reason === null ? 'check' : 'alert'}
                word={reason ?? t('made')}
              />
            </li>
          ))}
        </ul>
      ) : (
        <>
          {name && (
            <label className="many-name">
              {t('name')}
              <input
                className="sl-input"
                maxLength={60}
                value={name.value}
                onChange={({ target }) => name.change(target.value)}
              />
            </label>
          )}
          <DevicePicker
            label={t('device')}
            value={chosen}
            onChange={choose}
            isOffered={(device) => device.id !== without && can(device, 'clean')}
          />
          <Refusal error={error} />
        </>
      )}
    </Dialog>
  );
}
