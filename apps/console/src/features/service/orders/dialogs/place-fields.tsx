import { siteCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';
import {
  useCompanyChoices,
  useSeesCompanies,
} from '../../../../shared/company-filter/use-company-choices.ts';
import { useDeviceChoices } from '../../../../shared/robot/use-device-choices.ts';

/** The robot. Without one, the site or the company that the order is for. */
export function PlaceFields() {
  const { t } = useTranslation('service/orders');
  const form = Form.useFormInstance();
  const deviceId: unknown = Form.useWatch('deviceId');
  const devices = useDeviceChoices();
  return (
    <>
      <Form.Item name="deviceId" label={t('robot')} extra={t('robotHint')}>
        <Select
          allowClear
          placeholder={t('noRobot')}
          options={devices.options}
          showSearch={{ onSearch: devices.search, filterOption: false }}
          // The order belongs where its robot is.
          onChange={() => form.setFieldsValue({ siteId: null, companyId: undefined })}
        />
      </Form.Item>
      {!deviceId && <OtherPlaceFields />}
    </>
  );
}

function OtherPlaceFields() {
  const { t } = useTranslation('service/orders');
  const form = Form.useFormInstance();
  const companies = useCompanyChoices();
  const several = useSeesCompanies();
  const sites = useQuery({
    ...callQuery(siteCalls.list, { pageSize: 99 }),
    enabled: may(siteCalls.list.allow),
  });
  const companyId: unknown = Form.useWatch('companyId');
  const options = (sites.data?.list ?? [])
    .filter((site) => !companyId || site.companyId === companyId)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="order-fields">
      {several && (
        <Form.Item name="companyId" label={t('company')}>
          <Select
            allowClear
            options={companies.options}
            showSearch={{ onSearch: companies.search, filterOption: false }}
            // A site of another company would decide whose order it is.
            onChange={() => form.setFieldValue('siteId', null)}
          />
        </Form.Item>
      )}
      <Form.Item name="siteId" label={t('site')}>
        <Select allowClear options={options} showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
    </div>
  );
}
