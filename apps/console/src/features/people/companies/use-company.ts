import { companyCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../kit/api/api.ts';

/** All details of one company. */
export const useCompany = (id: string) =>
  useQuery({ ...callQuery(companyCalls.detail, { id }), meta: { silent: true } });
