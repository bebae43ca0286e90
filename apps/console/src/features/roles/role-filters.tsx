import { allCodes, kindOfCode, type AccountSide } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../kit/choice-filter.tsx';
import { SearchFilter } from '../../kit/search-filter.tsx';
import { usePermissionNames } from '../../kit/permissions/use-permission-names.ts';
import { useCompanyChoices } from '../../kit/use-company-choices.ts';

export function RoleFilters({ side }: { side: AccountSide }) {
  const { t } = useTranslation('roles');
  const { nameOf } = usePermissionNames();
  const choices = useMemo(
    () =>
      allCodes
        .filter((code) => kindOfCode(code) !== 'menu')
        .map((code) => ({ value: code, label: nameOf(code) })),
    [nameOf],
  );
  return (
    <>
      <SearchFilter placeholder={t('search')} />
      {side === 'OUTER' && <CompanyFilter />}
      <ChoiceFilter name="permission" label={t('grants')} options={choices} />
    </>
  );
}

function CompanyFilter() {
  const { t } = useTranslation('roles');
  const { options, search } = useCompanyChoices();
  return <ChoiceFilter name="companyId" label={t('company')} options={options} onSearch={search} />;
}
