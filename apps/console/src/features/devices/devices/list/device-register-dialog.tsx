import { deviceCalls } from '@sweepline/contract';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { session } from '../../../../kit/api/session.ts';
import { DeviceModelField } from '../device-model-field.tsx';
import { DevicePlaceFields } from '../device-place-fields.tsx';
import { DeviceSecretDialog, type Secret } from '../actions/device-secret-dialog.tsx';

const maker = 'JBOT';

/** Registers a vehicle of any vendor, then shows its credentials once. */
export function DeviceRegisterDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices/devices');
  const [added, setAdded] = useState<{ name: string; secret: Secret } | null>(null);
  if (added) return <DeviceSecretDialog {...added} onClose={onClose} />;
  return (
    <FormDialog
      title={t('addTitle')}
      call={deviceCalls.register}
      submit={t('add')}
      initial={{
        manufacturer: maker,
        model: 'J30',
        protocol: 'v3',
        companyId: session.user()?.companyId ?? '',
      }}
      done={null}
      after={({ device, ...secret }) => setAdded({ name: device.nickname, secret })}
      onClose={onClose}
    >
      <Form.Item name="nickname" label={t('nickname')}>
        <Input autoFocus maxLength={60} />
      </Form.Item>
      <Form.Item name="sn" label={t('sn')} extra={t('snHint')}>
        <Input maxLength={32} />
      </Form.Item>
      <DeviceModelField />
      <Form.Item name="manufacturer" label={t('manufacturer')}>
        <Input maxLength={32} />
      </Form.Item>
      <Form.Item name="protocol" label={t('protocol')}>
        <Select
          options={[
            { value: 'v3', label: '3.0' },
            { value: 'v2', label: '2.0 / 2.1' },
          ]}
        />
      </Form.Item>
      <DevicePlaceFields />
    </FormDialog>
  );
}
