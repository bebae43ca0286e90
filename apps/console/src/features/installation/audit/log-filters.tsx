import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { PeriodFilter } from '../../../kit/list/filter/period-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useLogWords } from './use-log-words.ts';

/** Filters of both logs: keyword, kind of record, action, company and period. */
export function LogFilters({ kind }: { kind: string | undefined }) {
  const { t } = useTranslation('installation/audit');
  const choices = useLogWords(kind);
  return (
    <>
      <SearchFilter placeholder={t('search')} />
      <ChoiceFilter name="kind" label={t('kind')} options={choices.kinds} />
      <ChoiceFilter name="action" label={t('action')} options={choices.actions} />
      <CompanyFilter label={t('company')} />
      <PeriodFilter />
    </>
  );
}
