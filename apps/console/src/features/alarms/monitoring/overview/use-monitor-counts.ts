import { monitorCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../../kit/api/api.ts';
import { sharedFilters, type MonitorList } from './monitor-filters.ts';

const renewMs = 30_000;

/** The severe alarms that are open now, and their robots. */
export const useMonitorCounts = (list: MonitorList) =>
  useQuery({
    ...callQuery(monitorCalls.countEventInfo, sharedFilters(list)),
    placeholderData: keepPreviousData,
    refetchInterval: renewMs,
    meta: { silent: true },
  });
