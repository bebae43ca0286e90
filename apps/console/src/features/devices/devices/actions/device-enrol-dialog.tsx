import { deviceCalls, deviceRequestCalls, type DeviceRequest } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { session } from '../../../../kit/api/session.ts';
import { DeviceModelField } from '../device-model-field.tsx';
import { DevicePlaceFields } from '../device-place-fields.tsx';
import { DeviceSecretDialog, type Secret } from './device-secret-dialog.tsx';

interface Props {
  request: DeviceRequest;
  onClose: () => void;
}

/** Enrols a requesting device for a company, then shows its credentials once. */
export function DeviceEnrolDialog({ request, onClose }: Props) {
  const { t } = useTranslation('devices/devices');
  const cache = useQueryClient();
  const [adopted, setAdopted] = useState<{ name: string; secret: Secret } | null>(null);
  if (adopted) return <DeviceSecretDialog {...adopted} hint={t('requests.secretHint')} onClose={onClose} />;
  return (
    <FormDialog
      title={t('requests.adoptTitle', { sn: request.sn })}
      call={deviceRequestCalls.adopt}
      submit={t('requests.adopt')}
      initial={{
        id: request.id,
        nickname: request.sn,
        model: request.model,
        companyId: session.user()?.companyId ?? '',
      }}
      done={null}
      after={({ device, ...secret }) => {
        void cache.invalidateQueries({ queryKey: [deviceCalls.list.family] });
        setAdopted({ name: device.nickname, secret });
      }}
      onClose={onClose}
    >
      <Form.Item name="nickname" label={t('nickname')}>
        <Input autoFocus maxLength={60} />
      </Form.Item>
      <DeviceModelField />
      <DevicePlaceFields />
    </FormDialog>
  );
}
