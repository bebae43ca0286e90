import { deviceGroupCalls, type DeviceGroup } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';

export function GroupEditDialog({ group, onClose }: { group: DeviceGroup; onClose: () => void }) {
  const { t } = useTranslation('devices/groups');
  const { id, version, name, remark } = group;
  return (
    <FormDialog
      title={t('editTitle', { name })}
      call={deviceGroupCalls.update}
      submit={t('save')}
      initial={{ id, version, name, remark }}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('name')}>
        <Input autoFocus maxLength={60} />
      </Form.Item>
      <Form.Item name="remark" label={t('remark')}>
        <Input maxLength={200} />
      </Form.Item>
    </FormDialog>
  );
}
