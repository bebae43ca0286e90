import type { AccountSide } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useAccountWords } from './use-account-words.ts';

export function AccountFilters({ side }: { side: AccountSide }) {
  const { t } = useTranslation('people/accounts');
  const { spanChoices, stateChoices } = useAccountWords();
  return (
    <>
      <SearchFilter placeholder={t('search')} />
      {side === 'OUTER' && <CompanyFilter label={t('company')} />}
      <ChoiceFilter name="lastSignIn" label={t('lastSignIn')} options={spanChoices} />
      <ChoiceFilter name="state" label={t('state')} options={stateChoices} />
    </>
  );
}
