import { deviceGroupCalls, deviceModels, siteCalls, type MaintenancePlan } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { useDeviceChoices } from '../../../shared/robot/use-device-choices.ts';

type Named = { id: string; name: string };
const optionsOf = (...lists: readonly (readonly Named[])[]) =>
  [...new Map(lists.flat().map((named) => [named.id, named.name]))].map(([value, label]) => ({
    value,
    label,
  }));

/** The robots of a plan: by model, group or site, or one by one. A robot that matches one of them belongs to it. */
export function TargetFields({ plan }: { plan: MaintenancePlan | undefined }) {
  const { t } = useTranslation('service/maintenance');
  const devices = useDeviceChoices();
  const groups = useQuery({
    ...callQuery(deviceGroupCalls.list, { pageSize: 99 }),
    enabled: may(deviceGroupCalls.list.allow),
  }).data?.list;
  const sites = useQuery({
    ...callQuery(siteCalls.list, { pageSize: 99 }),
    enabled: may(siteCalls.list.allow),
  }).data?.list;
  const chosen = (plan?.devices ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const known = new Set(chosen.map(({ value }) => value));
  return (
    <fieldset className="maintenance-targets">
      <legend>{t('targets')}</legend>
      <div className="maintenance-row">
        <Form.Item name="models" label={t('models')}>
          <Select
            mode="multiple"
            placeholder={t('none')}
            options={deviceModels.map((value) => ({ value, label: value }))}
          />
        </Form.Item>
        <Form.Item name="siteIds" label={t('sites')}>
          <Select
            mode="multiple"
            placeholder={t('none')}
            options={optionsOf(plan?.sites ?? [], sites ?? [])}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </Form.Item>
        <Form.Item name="groupIds" label={t('groups')}>
          <Select
            mode="multiple"
            placeholder={t('none')}
            options={optionsOf(plan?.groups ?? [], groups ?? [])}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </Form.Item>
        <Form.Item name="deviceIds" label={t('robots')}>
          <Select
            mode="multiple"
            placeholder={t('none')}
            options={[...chosen, ...devices.options.filter(({ value }) => !known.has(value))]}
            showSearch={{ onSearch: devices.search, filterOption: false }}
          />
        </Form.Item>
      </div>
    </fieldset>
  );
}
