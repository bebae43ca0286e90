import { Select } from 'antd';
import { useCompanyChoices, useSeesCompanies } from './use-company-choices.ts';

interface Props {
  label: string;
  value: string | undefined;
  onChange: (companyId: string | undefined) => void;
}

/** Narrows a page to a company with those below it. Hidden from a user who sees one company only. */
export function CompanySelect({ label, value, onChange }: Props) {
  const { options, search } = useCompanyChoices();
  if (!useSeesCompanies()) return null;
  return (
    <Select
      aria-label={label}
      placeholder={label}
      className="sl-filter"
      allowClear
      popupMatchSelectWidth={false}
      value={value ?? null}
      onChange={(next: string | null) => onChange(next ?? undefined)}
      options={options}
      showSearch={{ onSearch: search, filterOption: false }}
    />
  );
}
