import { backupCalls, backupHours, type BackupPlace } from '@sweepline/contract';
import { Form, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';

export type BackupDialog =
  | { type: 'ADD' }
  | { type: 'PASSPHRASE' }
  | { type: 'CHECK' }
  | { type: 'CHANGE' | 'REMOVE'; place: BackupPlace }
  | { type: 'END_HOLD'; isCopy: boolean };

interface Props {
  dialog: BackupDialog;
  onClose: () => void;
}

/** The dialogs of the page of backups. */
export function BackupDialogs({ dialog, onClose }: Props) {
  const { t } = useTranslation('installation/backups');
  if (dialog.type === 'ADD')
    return (
      <FormDialog
        title={t('addPlace')}
        call={backupCalls.addPlace}
        initial={{ everyHours: 24, keep: 14 }}
        submit={t('add')}
        done={t('added')}
        onClose={onClose}
      >
        <Form.Item name="folder" label={t('folder')} extra={t('folderHint')}>
          <Input maxLength={500} autoFocus autoComplete="off" placeholder="/mnt/backups" />
        </Form.Item>
        <ScheduleFields />
      </FormDialog>
    );
  if (dialog.type === 'PASSPHRASE') return <PassphraseDialog onClose={onClose} />;
  if (dialog.type === 'CHECK') return <CheckDialog onClose={onClose} />;
  if (dialog.type === 'END_HOLD')
    return (
      <ConfirmCallDialog
        title={t('endHoldTitle')}
        call={backupCalls.endHold}
        input={{}}
        act={t('endHold')}
        done={t('holdEnded')}
        onClose={onClose}
      >
        {t(dialog.isCopy ? 'endHoldCopy' : 'endHoldEffect')}
      </ConfirmCallDialog>
    );
  return <PlaceDialog type={dialog.type} place={dialog.place} onClose={onClose} />;
}

function PlaceDialog({
  type,
  place,
  onClose,
}: { type: 'CHANGE' | 'REMOVE'; place: BackupPlace } & Pick<Props, 'onClose'>) {
  const { t } = useTranslation('installation/backups');
  const { id, folder, everyHours, keep } = place;
  if (type === 'REMOVE')
    return (
      <ConfirmCallDialog
        title={t('removeTitle', { folder })}
        call={backupCalls.removePlace}
        input={{ id }}
        act={t('remove')}
        done={t('removed')}
        onClose={onClose}
      >
        {t('removeEffect')}
      </ConfirmCallDialog>
    );
  return (
    <FormDialog
      title={t('changeTitle', { folder })}
      call={backupCalls.changePlace}
      initial={{ id, everyHours, keep }}
      submit={t('save')}
      done={t('saved')}
      onClose={onClose}
    >
      <ScheduleFields />
    </FormDialog>
  );
}

function ScheduleFields() {
  const { t } = useTranslation('installation/backups');
  return (
    <>
      <Form.Item name="everyHours" label={t('schedule')}>
        <Select options={backupHours.map((hours) => ({ value: hours, label: t(`every.${hours}`) }))} />
      </Form.Item>
      <Form.Item name="keep" label={t('keep')} extra={t('keepHint')}>
        <InputNumber min={1} max={400} precision={0} />
      </Form.Item>
    </>
  );
}

function PassphraseDialog({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTranslation('installation/backups');
  return (
    <FormDialog
      title={t('setPassphrase')}
      call={backupCalls.setPassphrase}
      submit={t('save')}
      done={t('passphraseSet')}
      onClose={onClose}
    >
      <Form.Item name="passphrase" label={t('passphrase')} extra={t('passphraseHint')}>
        <Input.Password maxLength={200} autoFocus autoComplete="new-password" />
      </Form.Item>
    </FormDialog>
  );
}

function CheckDialog({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTranslation('installation/backups');
  const [isWrong, setWrong] = useState(false);
  return (
    <FormDialog
      title={t('checkPassphrase')}
      call={backupCalls.checkPassphrase}
      submit={t('check')}
      done={null}
      after={({ isRight }) => (isRight ? onClose() : setWrong(true))}
      onClose={onClose}
    >
      <Form.Item
        name="passphrase"
        label={t('passphrase')}
        extra={t('checkHint')}
        {...(isWrong && { validateStatus: 'error' as const, help: t('wrongPassphrase') })}
      >
        <Input.Password maxLength={200} autoFocus autoComplete="off" onChange={() => setWrong(false)} />
      </Form.Item>
    </FormDialog>
  );
}
