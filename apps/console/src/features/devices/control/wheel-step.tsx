import { deviceControlCalls } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import type { ControlStatus } from './use-control-status.ts';
import '../../../shared/control-password/control-password.css';

interface Props {
  deviceId: string;
  name: string;
  control: ControlStatus;
  /** Another driver, or the account that control is reserved for. */
  other: string | null;
  onTaken: (sessionId: string) => void;
}

/** After unlocking: takes control, or requests it from the driver. A take-over needs a right and a reason. */
export function WheelStep({ deviceId, name, control, other, onTaken }: Props) {
  const { t } = useTranslation('devices/control');
  const [reason, setReason] = useState('');
  const [requested, setRequested] = useState(false);
  const open = useAction(deviceControlCalls.open, {
    done: null,
    silent: true,
    also: ['driveSessions'],
    after: ({ sessionId }) => onTaken(sessionId),
  });
  const ask = useAction(deviceControlCalls.ask, { done: null, after: () => setRequested(true) });
  const take = (takeOver: boolean) => open.mutate({ id: deviceId, reason, takeOver });
  return (
    <div className="sl-control-step">
      <h2>{other ? t('taken', { who: other }) : t('ready')}</h2>
      <p>{other ? t('takenHint') : t('readyHint')}</p>
      <label>
        {other ? t('takeOverReason') : t('reason')}
        <input value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
      </label>
      <p className="sl-control-wrong" role="alert">
        {open.error?.message}
      </p>
      {!other && (
        <Button look="main" icon="navigate" busy={open.isPending} onClick={() => take(false)}>
          {t('drive', { name })}
        </Button>
      )}
      {other && (
        <>
          <Button
            look="main"
            busy={ask.isPending}
            disabled={requested}
            onClick={() => ask.mutate({ id: deviceId })}
          >
            {requested ? t('askedFor', { who: other }) : t('askFor')}
          </Button>
          <Button busy={open.isPending} onClick={() => take(false)}>
            {t('tryAgain')}
          </Button>
          {control.mayTakeOver && (
            <Button
              look="danger"
              busy={open.isPending}
              disabled={reason.trim() === ''}
              onClick={() => take(true)}
            >
              {t('takeOver', { who: other })}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
