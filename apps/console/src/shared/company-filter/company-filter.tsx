import { ChoiceFilter } from '../../kit/list/filter/choice-filter.tsx';
import { useCompanyChoices, useSeesCompanies } from './use-company-choices.ts';

/** Filters rows by company, among the own company and those below. Hidden if the user sees only one company. */
export function CompanyFilter({ label }: { label: string }) {
  const { options, search } = useCompanyChoices();
  const several = useSeesCompanies();
  return several ? <ChoiceFilter name="companyId" label={label} options={options} onSearch={search} /> : null;
}
