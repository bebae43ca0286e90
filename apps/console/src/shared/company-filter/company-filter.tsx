import { ChoiceFilter } from '../../kit/list/filter/choice-filter.tsx';
import { useCompanyChoices, useSeesCompanies } from './use-company-choices.ts';

/** Whose rows: one's own company and those below. Who sees one company has nothing to choose, however they type. */
export function CompanyFilter({ label }: { label: string }) {
  const { options, search } = useCompanyChoices();
  const several = useSeesCompanies();
  return several ? <ChoiceFilter name="companyId" label={label} options={options} onSearch={search} /> : null;
}
