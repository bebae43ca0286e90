import { companyCalls, regions, scenarios } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callQuery } from '../../../kit/api/api.ts';
import { currentLocale } from '../../../kit/format/lang.ts';
import { useWords } from '../../../shared/words/use-words.ts';
import { useCompanyWords } from './use-company-words.ts';

const maxOptions = 50;

/** Countries and regions by name, in the order of the user's language. */
export function useRegions() {
  const { region } = useCompanyWords();
  return useMemo(
    () =>
      regions
        .map((value) => ({ value, label: region(value) }))
        .toSorted((one, other) => one.label.localeCompare(other.label, currentLocale())),
    [region],
  );
}

export function useScenarios() {
  const { choices } = useWords();
  return useMemo(() => choices('scenario', scenarios), [choices]);
}

/** The provider's sales or support staff; empty for a user who may not link them. */
export function useStaff(kind: 'SALES' | 'FAE') {
  const [keyword, search] = useState('');
  const input = { kind, ...(keyword && { keyword }), pageSize: maxOptions };
  const query = useQuery({ ...callQuery(companyCalls.staff, input), placeholderData: keepPreviousData });
  const options = (query.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return { options, search, some: keyword !== '' || options.length > 0 };
}

/** The allowed parents of a company, computed by the server and narrowed by typing. */
export function usePlaces(type: 1 | 2, id?: string, firstKeyword = '') {
  const [keyword, search] = useState(firstKeyword);
  const input = { type, ...(id && { id }), ...(keyword && { keyword }), pageSize: maxOptions };
  const query = useQuery({ ...callQuery(companyCalls.places, input), placeholderData: keepPreviousData });
  return { places: query.data?.list ?? [], search, read: query.isSuccess };
}
