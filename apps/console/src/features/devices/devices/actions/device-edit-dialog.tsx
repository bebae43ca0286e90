import { deviceCalls, siteCalls, type Device } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';

export function DeviceEditDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('devices/devices');
  const sites = useQuery(callQuery(siteCalls.list, { companyId: device.companyId, pageSize: 99 }));
  const { id, version, nickname, tags, site } = device;
  return (
    <FormDialog
      title={t('editTitle', { name: nickname })}
      call={deviceCalls.update}
      submit={t('save')}
      initial={{ id, version, nickname, tags, siteId: site?.id ?? null }}
      onClose={onClose}
    >
      <Form.Item name="nickname" label={t('nickname')}>
        <Input autoFocus maxLength={60} />
      </Form.Item>
      <Form.Item name="siteId" label={t('place')}>
        <Select
          allowClear
          options={(sites.data?.list ?? []).map((one) => ({ value: one.id, label: one.name }))}
        />
      </Form.Item>
      <Form.Item name="tags" label={t('tags')}>
        <Select mode="tags" open={false} suffixIcon={null} />
      </Form.Item>
    </FormDialog>
  );
}
