import { allCodes, kindOfCode, type AccountSide } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { usePermissionNames } from '../../../shared/permissions/use-permission-names.ts';

export function RoleFilters({ side }: { side: AccountSide }) {
  const { t } = useTranslation('people/roles');
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
      {side === 'OUTER' && <CompanyFilter label={t('company')} />}
      <ChoiceFilter name="permission" label={t('grants')} options={choices} />
    </>
  );
}
