import { deviceGroupCalls } from '@sweepline/contract';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { session } from '../../../kit/api/session.ts';
import { useCompanyChoices } from '../../../shared/company-filter/use-company-choices.ts';
import { GroupDeviceField } from './group-device-field.tsx';
import { useSaved } from './use-saved.ts';

/** Creates a group with a name and its first devices. */
export function GroupCreateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices/groups');
  const saved = useSaved();
  const { options, search } = useCompanyChoices();
  const ownCompanyId = session.user()?.companyId ?? '';
  const [companyId, setCompanyId] = useState(ownCompanyId);
  return (
    <FormDialog
      title={t('createTitle')}
      call={deviceGroupCalls.create}
      submit={t('create')}
      initial={{ name: '', remark: '', companyId: ownCompanyId, deviceIds: [] }}
      done={null}
      after={({ group, moved }) => {
        saved(t('created', { name: group.name }), moved);
        onClose();
      }}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('name')}>
        <Input autoFocus maxLength={60} />
      </Form.Item>
      <Form.Item name="remark" label={t('remark')}>
        <Input maxLength={200} />
      </Form.Item>
      {options.length > 1 && (
        <Form.Item name="companyId" label={t('company')} extra={t('companyHint')}>
          <Select
            showSearch={{ onSearch: search, filterOption: false }}
            options={options}
            onChange={setCompanyId}
          />
        </Form.Item>
      )}
      <GroupDeviceField name="deviceIds" companyId={companyId} />
    </FormDialog>
  );
}
