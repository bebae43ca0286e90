import { companyCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../kit/api/api.ts';
import { useSession } from '../../kit/api/session.ts';

const pageSize = 50;

/** Options for a company select: the own company and those below. `search` narrows them on the server. */
export function useCompanyChoices() {
  const [keyword, setKeyword] = useState('');
  const query = useQuery({
    ...callQuery(companyCalls.options, { ...(keyword && { keyword }), pageSize }),
    placeholderData: keepPreviousData,
  });
  const companies = query.data?.list ?? [];
  return {
    companies,
    options: companies.map(({ id, name }) => ({ value: id, label: name })),
    search: setKeyword,
  };
}

/** Whether the user sees more companies than their own. */
export const useSeesCompanies = (): boolean => useSession()?.seesCompanies ?? true;
