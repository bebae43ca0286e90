import { deviceBindingCalls, type Device } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { deviceAddress } from '../device-address.ts';

/** Changes the serial number of the device and opens its page under the new one. */
export function DeviceSerialDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('stock/binding');
  const navigate = useNavigate();
  const { id, version, nickname: name, sn } = device;
  return (
    <FormDialog
      title={t('changeSn.title', { name })}
      call={deviceBindingCalls.changeSn}
      submit={t('changeSn.act')}
      initial={{ id, version }}
      done={t('changeSn.done', { name })}
      also={['devices', 'deviceStock', 'tasks']}
      after={(renamed) => {
        onClose();
        void navigate(deviceAddress(renamed));
      }}
      onClose={onClose}
    >
      <p>{t('changeSn.hint', { sn })}</p>
      <Form.Item name="sn" label={t('changeSn.field')}>
        <Input autoFocus maxLength={32} />
      </Form.Item>
    </FormDialog>
  );
}
