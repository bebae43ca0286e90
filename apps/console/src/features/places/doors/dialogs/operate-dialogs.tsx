import { doorCalls, doorLimits, doorRecordCalls, type AccessDoor } from '@sweepline/contract';
import { Form, Input, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';

interface Props {
  door: AccessDoor;
  onClose: () => void;
}

const also = [doorRecordCalls.list.family];

function Reason() {
  const { t } = useTranslation('places/doors');
  return (
    <Form.Item name="reason" label={t('reason')}>
      <Input.TextArea rows={3} maxLength={300} />
    </Form.Item>
  );
}

/** Opens a door for a while, with a reason. */
export function OpenDoorDialog({ door: { id, name }, onClose }: Props) {
  const { t } = useTranslation('places/doors');
  const { min, max, usual } = doorLimits.openS;
  return (
    <FormDialog
      title={t('openTitle', { name })}
      call={doorCalls.open}
      initial={{ id, seconds: usual }}
      submit={t('open')}
      done={t('openSent')}
      also={also}
      onClose={onClose}
    >
      <p>{t('openHint')}</p>
      <Form.Item name="seconds" label={t('seconds')}>
        <InputNumber min={min} max={max} precision={0} />
      </Form.Item>
      <Reason />
    </FormDialog>
  );
}

/** Closes a door, with a reason. */
export function CloseDoorDialog({ door: { id, name }, onClose }: Props) {
  const { t } = useTranslation('places/doors');
  return (
    <FormDialog
      title={t('closeTitle', { name })}
      call={doorCalls.close}
      initial={{ id }}
      submit={t('close')}
      done={t('closeSent')}
      also={also}
      onClose={onClose}
    >
      <p>{t('closeHint')}</p>
      <Reason />
    </FormDialog>
  );
}
