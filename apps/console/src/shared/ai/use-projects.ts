import { aiProjectCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../kit/api/api.ts';

/** The projects as choices. */
export const useProjects = () =>
  (useQuery(callQuery(aiProjectCalls.list, { pageSize: 99 })).data?.list ?? []).map(({ id, name }) => ({
    value: id,
    label: name,
  }));
