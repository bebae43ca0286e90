import { logPullSources, logPullStates } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../../../kit/list/filter/choice-filter.tsx';
import { PeriodFilter } from '../../../../kit/list/filter/period-filter.tsx';
import { SearchFilter } from '../../../../kit/list/filter/search-filter.tsx';

export function LogFilters() {
  const { t } = useTranslation('remote/logs');
  return (
    <>
      <SearchFilter placeholder={t('keyword')} />
      <ChoiceFilter
        several
        name="state"
        label={t('state')}
        options={logPullStates.map((value) => ({ value, label: t(`states.${value}`) }))}
      />
      <ChoiceFilter
        several
        name="source"
        label={t('source')}
        options={logPullSources.map((value) => ({ value, label: t(`sources.${value}`) }))}
      />
      <PeriodFilter />
    </>
  );
}
