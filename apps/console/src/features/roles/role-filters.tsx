import { allCodes, kindOfCode, type AccountSide } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../kit/choice-filter.tsx';
import { CompanyFilter } from '../../kit/company-filter.tsx';
import { SearchFilter } from '../../kit/search-filter.tsx';
import { usePermissionNames } from '../../kit/permissions/use-permission-names.ts';

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
      {side === 'OUTER' && <CompanyFilter label={t('company')} />}
      <ChoiceFilter name="permission" label={t('grants')} options={choices} />
    </>
  );
}
