import { apiLimits, siteCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';
import { useDeviceChoices } from '../../../../shared/robot/use-device-choices.ts';

/** The sites and robots to which a key is narrowed. */
export function NarrowingFields({ companyId }: { companyId: string }) {
  const { t } = useTranslation('api/users');
  const sites = useQuery({
    ...callQuery(siteCalls.list, { companyId, pageSize: 99 }),
    enabled: may(siteCalls.list.allow),
  });
  const { options, search } = useDeviceChoices();
  const most = { mode: 'multiple' as const, maxCount: apiLimits.narrowed, placeholder: t('limitToAll') };
  return (
    <>
      <Form.Item name="siteIds" label={t('sites')}>
        <Select
          {...most}
          optionFilterProp="label"
          options={(sites.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <Form.Item name="robotIds" label={t('robots')} extra={t('limitToHint')}>
        <Select {...most} options={options} showSearch={{ onSearch: search, filterOption: false }} />
      </Form.Item>
    </>
  );
}
