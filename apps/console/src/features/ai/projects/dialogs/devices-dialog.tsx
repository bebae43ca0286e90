import { aiProjectCalls, deviceGroupCalls, type AiProjectDetail } from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { DevicePicker } from '../../../../shared/device-picker/device-picker.tsx';

/** Chooses the robots of a project. */
export function DevicesDialog({ project, onClose }: { project: AiProjectDetail; onClose: () => void }) {
  const { t } = useTranslation('ai/projects');
  const { id, version, name, deviceList } = project;
  const groups = useQuery({
    ...callQuery(deviceGroupCalls.list, { pageSize: 99 }),
    enabled: may(deviceGroupCalls.list.allow),
  });
  const options = (groups.data?.list ?? []).map((group) => ({ value: group.id, label: group.name }));
  return (
    <FormDialog
      title={t('chooseTitle', { name })}
      call={aiProjectCalls.devices}
      initial={{ id, version, deviceIds: deviceList.map(({ deviceId }) => deviceId), groupIds: [] }}
      submit={t('save')}
      done={t('saved', { name })}
      onClose={onClose}
    >
      <Form.Item name="deviceIds">
        <DevicePicker label={t('robots')} isOffered={(device) => can(device, 'aiCollect')} />
      </Form.Item>
      {options.length > 0 && (
        <Form.Item name="groupIds" label={t('groups')} extra={t('groupsHint')}>
          <Select mode="multiple" options={options} optionFilterProp="label" />
        </Form.Item>
      )}
    </FormDialog>
  );
}
