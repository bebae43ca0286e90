import { companyCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reading } from '../../kit/api/api.ts';

const offered = 50;

/** Companies to choose from, one's own and those below, narrowed by typing on the server. */
export function useCompanyChoices() {
  const [keyword, setKeyword] = useState('');
  const found = useQuery({
    ...reading(companyCalls.options, { ...(keyword && { keyword }), pageSize: offered }),
    placeholderData: keepPreviousData,
  });
  const companies = found.data?.list ?? [];
  return {
    companies,
    options: companies.map(({ id, name }) => ({ value: id, label: name })),
    search: setKeyword,
  };
}

/** Whether the person sees more companies than their own; until that is known they may. */
export function useSeesCompanies(): boolean {
  const { data } = useQuery({ ...reading(companyCalls.options, { pageSize: 2 }), meta: { silent: true } });
  return data === undefined || data.total > 1;
}
