import type { Device } from '@sweepline/contract';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { DevicePicker } from '../../../shared/device-picker/device-picker.tsx';

interface Props {
  name: 'deviceIds' | 'addIds';
  companyId: string;
  /** The target group: devices that are in it already are not offered. */
  groupId?: string;
}

/** A choice of devices, each with the group it would leave. */
export function GroupDeviceField({ name, companyId, groupId }: Props) {
  const { t } = useTranslation('devices/groups');
  return (
    <Form.Item name={name} label={t('devices')} extra={t('oneGroup')}>
      <DevicePicker
        key={companyId}
        label={t('devices')}
        narrowed={{ companyId }}
        isOffered={(device: Device) => groupId === undefined || device.group?.id !== groupId}
        note={({ group }) => group && t('inGroup', { name: group.name })}
      />
    </Form.Item>
  );
}
