import type { AccountSide } from '@sweepline/contract';
import { Input, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '../../../../kit/form/search-input.tsx';
import { useCompanyChoices } from '../../../../shared/company-filter/use-company-choices.ts';

interface Props {
  name: string;
  companyId: string;
  side: AccountSide;
  search: string;
  isNew: boolean;
  readOnly: boolean;
  onName: (name: string) => void;
  onCompany: (id: string) => void;
  onSearch: (text: string) => void;
}

export function RoleFields(props: Props) {
  const { name, companyId, side, search, isNew, readOnly, onName, onCompany, onSearch } = props;
  const { t } = useTranslation('people/roles');
  const id = useId();
  return (
    <div className="role-fields">
      <div>
        <label htmlFor={`${id}name`}>{t('name')}</label>
        <Input
          id={`${id}name`}
          value={name}
          maxLength={60}
          disabled={readOnly}
          autoFocus={isNew}
          onChange={({ target }) => onName(target.value)}
        />
      </div>
      {isNew && side === 'OUTER' && (
        <CompanyField id={`${id}company`} value={companyId} onChange={onCompany} />
      )}
      <SearchInput
        value={search}
        placeholder={t('searchPermissions')}
        className="role-search"
        onChange={onSearch}
      />
    </div>
  );
}

function CompanyField({
  id,
  value,
  onChange,
}: {
  id: string;
  value: string;
  onChange: (id: string) => void;
}) {
  const { t } = useTranslation('people/roles');
  const { companies, search } = useCompanyChoices();
  return (
    <div>
      <label htmlFor={id}>{t('company')}</label>
      <Select
        id={id}
        value={value || null}
        showSearch={{ onSearch: search, filterOption: false }}
        options={companies
          .filter(({ type }) => type !== 0)
          .map((company) => ({ value: company.id, label: company.name }))}
        onChange={(next) => onChange(next ?? '')}
      />
    </div>
  );
}
