import {
  bindingStates,
  deviceModels,
  inventoryStates,
  usageTypes,
  usageStates,
  warrantyStates,
} from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useWords } from '../../../shared/words/use-words.ts';

export function StockFilters() {
  const { t } = useTranslation('stock/robots');
  const { choices } = useWords();
  return (
    <>
      <SearchFilter placeholder={t('search')} />
      <ChoiceFilter name="inventory" label={t('inventory')} options={choices('inventory', inventoryStates)} />
      <CompanyFilter label={t('company')} />
      <ChoiceFilter
        name="warranty"
        label={t('warranty')}
        options={[
          ...choices('warranty', warrantyStates),
          { value: 'ENDING', label: t('warrantyEnding') },
          { value: 'UNKNOWN', label: t('warrantyUnknown') },
        ]}
      />
    </>
  );
}

/** The rarer ones. */
export function StockMoreFilters() {
  const { t } = useTranslation('stock/robots');
  const { choices } = useWords();
  const models = deviceModels.map((value) => ({ value, label: value }));
  return (
    <>
      <ChoiceFilter name="usageType" label={t('usageType')} options={choices('usageType', usageTypes)} />
      <ChoiceFilter name="useStatus" label={t('useStatus')} options={choices('useStatus', usageStates)} />
      <ChoiceFilter name="binding" label={t('binding')} options={choices('binding', bindingStates)} />
      <ChoiceFilter name="model" label={t('model')} options={models} several />
    </>
  );
}
