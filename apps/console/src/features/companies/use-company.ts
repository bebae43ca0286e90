import { companyCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../kit/api/api.ts';

/** All details of one company. */
export const useCompany = (id: string) =>
  useQuery({ ...reading(companyCalls.detail, { id }), meta: { silent: true } });
