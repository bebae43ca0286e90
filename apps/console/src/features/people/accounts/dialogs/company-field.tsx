import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCompanyChoices } from '../../../../shared/company-filter/use-company-choices.ts';

/** The company of the account. A change clears the role, because roles belong to a company. */
export function CompanyField() {
  const { t } = useTranslation('people/accounts');
  const form = Form.useFormInstance();
  const { companies, search } = useCompanyChoices();
  return (
    <Form.Item name="companyId" label={t('company')}>
      <Select
        showSearch={{ onSearch: search, filterOption: false }}
        options={companies
          .filter(({ type }) => type !== 0)
          .map(({ id, name }) => ({ value: id, label: name }))}
        onChange={() => form.setFieldsValue({ roleId: undefined, roleType: 3, staffKind: 'MEMBER' })}
      />
    </Form.Item>
  );
}
