import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useCompanyChoices } from '../../../shared/company-filter/use-company-choices.ts';
import type { CompanyKind } from './company-address.ts';
import { useRegions, useScenarios, useStaff } from './use-choices.ts';

export function CompanyFilters({ kind }: { kind: CompanyKind }) {
  const { t } = useTranslation('people/companies');
  const regions = useRegions();
  const levels = [1, 2, 3].map((level) => ({ value: level, label: t('levelOf', { level }) }));
  return (
    <>
      <SearchFilter placeholder={t('search')} />
      {kind === 'agents' && <ChoiceFilter name="agentLevel" label={t('level')} options={levels} />}
      <ChoiceFilter name="region" label={t('region')} options={regions} />
      <ChoiceFilter
        name="access"
        label={t('state')}
        options={[
          { value: 'ACTIVE', label: t('active') },
          { value: 'FROZEN', label: t('frozen') },
        ]}
      />
    </>
  );
}

/** The rarer ones. */
export function CompanyMoreFilters() {
  const { t } = useTranslation('people/companies');
  const parents = useCompanyChoices();
  const scenarios = useScenarios();
  const sales = useStaff('SALES');
  const fae = useStaff('FAE');
  const stars = [5, 4, 3, 2, 1].map((count) => ({ value: count, label: t('ratingFrom', { count }) }));
  return (
    <>
      <ChoiceFilter name="parentId" label={t('parent')} options={parents.options} onSearch={parents.search} />
      <ChoiceFilter name="scenario" label={t('scenario')} options={scenarios} />
      <ChoiceFilter name="rating" label={t('rating')} options={stars} />
      {sales.some && (
        <ChoiceFilter name="salesId" label={t('sales')} options={sales.options} onSearch={sales.search} />
      )}
      {fae.some && <ChoiceFilter name="faeId" label={t('fae')} options={fae.options} onSearch={fae.search} />}
    </>
  );
}
