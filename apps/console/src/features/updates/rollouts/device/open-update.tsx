import { deviceUpdateCalls, type OtaRecord } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../kit/api/may.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { ConfirmCallDialog } from '../../../../kit/form/confirm-call-dialog.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { deviceName } from '../../../../shared/robot/use-device-choices.ts';
import { RecordItem } from '../../../../shared/updates/record-item.tsx';
import { PostponeDialog } from './postpone-dialog.tsx';

interface Props {
  record: OtaRecord;
  mayPostpone: boolean;
}

/** The robot refuses to stop in these phases; docs/protocol/files.md#software-updates. */
const installs = new Set(['INSTALLING', 'FINISHED', 'ROLLBACK']);

/** An update that has not ended, and what its customer can decide. */
export function OpenUpdate({ record, mayPostpone }: Props) {
  const { t } = useTranslation('updates/rollouts');
  const [dialog, setDialog] = useState<'postpone' | 'mobile'>();
  const { id, phase, waits, postponedUntil, toVersion, device } = record;
  const takeBack = useAction(deviceUpdateCalls.postpone, { done: t('device.tookBack') });
  const confirm = useAction(deviceUpdateCalls.confirm, { done: t('device.confirmed') });
  const isAllowed = mayPostpone && may(deviceUpdateCalls.postpone.allow);
  const isWaitingFor = (name: OtaRecord['waits'][number]['for']) => waits.some((wait) => wait.for === name);
  const close = () => setDialog(undefined);
  return (
    <RecordItem record={record} by="rollout">
      {isAllowed && (
        <div className="updates-acts">
          {isWaitingFor('CONFIRM') && (
            <Button look="main" busy={confirm.isPending} onClick={() => confirm.mutate({ id })}>
              {t('device.confirm')}
            </Button>
          )}
          {isWaitingFor('MOBILE_DATA') && (
            <Button onClick={() => setDialog('mobile')}>{t('device.allowMobile')}</Button>
          )}
          {!installs.has(phase) && (
            <Button icon="clock" onClick={() => setDialog('postpone')}>
              {t('device.postpone')}
            </Button>
          )}
          {postponedUntil !== null && (
            <Button
              look="quiet"
              busy={takeBack.isPending}
              onClick={() => takeBack.mutate({ id, until: null })}
            >
              {t('device.takeBack')}
            </Button>
          )}
        </div>
      )}
      {dialog === 'postpone' && <PostponeDialog record={record} onClose={close} />}
      {dialog === 'mobile' && <MobileDialog {...{ id, toVersion, device }} onClose={close} />}
    </RecordItem>
  );
}

interface MobileProps extends Pick<OtaRecord, 'id' | 'toVersion' | 'device'> {
  onClose: () => void;
}

/** Mobile data costs money, so it is confirmed. */
function MobileDialog({ id, toVersion, device, onClose }: MobileProps) {
  const { t } = useTranslation('updates/rollouts');
  return (
    <ConfirmCallDialog
      title={t('device.allowMobileTitle', { version: toVersion })}
      call={deviceUpdateCalls.confirm}
      input={{ id, allowMobileData: true }}
      act={t('device.allowMobile')}
      done={t('device.mobileAllowed')}
      onClose={onClose}
    >
      {t('device.allowMobileHint', { name: deviceName(device) })}
    </ConfirmCallDialog>
  );
}
