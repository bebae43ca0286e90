import { companyCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { reading } from './api.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import { useCompanyChoices } from './use-company-choices.ts';

/** Whose rows: one's own company and those below. Who sees one company has nothing to choose, however they type. */
export function CompanyFilter({ label }: { label: string }) {
  const { options, search } = useCompanyChoices();
  const seen = useQuery({ ...reading(companyCalls.options, { pageSize: 2 }), meta: { silent: true } });
  if (seen.data && seen.data.total <= 1) return null;
  return <ChoiceFilter name="companyId" label={label} options={options} onSearch={search} />;
}
