import { deviceBindingCalls, type Device } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';

export function DeviceFreezeDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('stock/binding');
  const name = device.nickname;
  return (
    <FormDialog
      title={t('freeze.title', { name })}
      call={deviceBindingCalls.freeze}
      submit={t('freeze.act')}
      initial={{ id: device.id }}
      done={t('freeze.done', { name })}
      also={['devices', 'deviceStock']}
      onClose={onClose}
    >
      <p>{t('freeze.hint')}</p>
      <Form.Item name="reason" label={t('freeze.reason')}>
        <Input autoFocus maxLength={200} />
      </Form.Item>
    </FormDialog>
  );
}
