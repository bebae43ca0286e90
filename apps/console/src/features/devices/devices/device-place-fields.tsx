import { companyCalls, siteCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';

const named = (rows: { id: string; name: string }[] = []) =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

/** The company and site of a device. */
export function DevicePlaceFields() {
  const { t } = useTranslation('devices/devices');
  const companies = useQuery(callQuery(companyCalls.options, { pageSize: 99 }));
  const sites = useQuery(callQuery(siteCalls.list, { pageSize: 99 }));
  return (
    <>
      <Form.Item name="companyId" label={t('company')}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={named(companies.data?.list)} />
      </Form.Item>
      <Form.Item name="siteId" label={t('place')}>
        <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={named(sites.data?.list)} />
      </Form.Item>
    </>
  );
}
