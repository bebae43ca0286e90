import { Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompanyChoices } from '../../../shared/company-filter/use-company-choices.ts';

/** The company of the record in question; the account's own company when it is empty. */
export function CompanyChoice({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation('people/access');
  const id = useId();
  const { options, search } = useCompanyChoices();
  return (
    <div>
      <label htmlFor={id}>{t('target')}</label>
      <Select
        id={id}
        allowClear
        value={value || null}
        placeholder={t('ownCompany')}
        showSearch={{ onSearch: search, filterOption: false }}
        options={options}
        onChange={(next) => onChange(next ?? '')}
      />
    </div>
  );
}
